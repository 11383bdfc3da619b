import { createStore } from '../browser/external-store.ts'
import { useFirstMove } from '../browser/first-move.ts'
import type { Answer, Content, QueuedNotice, ToastPlace } from './notice-views.tsx'
import { useLazyPart } from './use-lazy-part.ts'

/**
 * `other` is a second way to go on, beside the confirming button. `danger`: the confirmed action can't be undone, so that its button is coral.
 */
type Question = Content & { confirm: string; other?: string; cancel?: string; danger?: boolean }

const isToast = ({ timer }: QueuedNotice) => timer !== undefined

const queue = createStore<readonly QueuedNotice[]>([])
let lastKey = 0

function push(options: Omit<QueuedNotice, 'key' | 'close'>) {
  return new Promise<Answer>((resolve) => {
    lastKey += 1
    const key = lastKey
    const close = (answer?: Answer) => {
      queue.set(queue.get().filter((queued) => queued.key !== key))
      resolve(answer)
    }
    // A new notice replaces a toast; an alert dialog stays until it is answered.
    for (const queued of queue.get()) if (isToast(queued)) queued.close()
    queue.set([...queue.get(), { ...options, key, close }])
  })
}

const SERVER_FAILURE = 'Hubo un error al realizar la petición al servidor!'

/** Messages above the page: toasts disappear by themselves, alert dialogs wait for a button. */
export const notice = {
  /** Resolves when the toast is gone, after `timer` milliseconds. */
  toast: async (options: Content & ToastPlace & { timer: number }): Promise<void> =>
    void (await push(options)),
  /** Resolves when the dialog is closed. */
  alert: async (options: Content): Promise<void> => void (await push(options)),
  /** The alert dialog 'Error!'. Without a text it shows the general message for a failed call. */
  error: (text = SERVER_FAILURE): Promise<void> => notice.alert({ title: 'Error!', text, icon: 'error' }),
  /** An alert dialog with a question. Resolves to true for the confirming button. */
  confirm: async (question: Question): Promise<boolean> => (await notice.choose(question)) === 'confirm',
  /** An alert dialog with two ways to go on. Resolves to undefined when neither is taken. */
  choose: ({ cancel = 'Cancelar', ...rest }: Question): Promise<Answer> =>
    push({ icon: 'warning', ...rest, cancel }),
}

const loadViews = () => import('./notice-views.tsx')

/**
 * Shows the first notice of the queue. Used once, in the root. The code of the views loads with the visitor's first move, so that
 * a notice can show even if the network is gone by then.
 */
export function NoticeHost() {
  const first = queue.use()[0]
  const views = useLazyPart(loadViews, {
    needed: first !== undefined,
    onFailure: () => {
      for (const queued of queue.get()) {
        if (!isToast(queued)) alert([queued.title, queued.text].filter(Boolean).join('\n'))
        queued.close()
      }
    },
  })
  useFirstMove(() => void loadViews().catch(() => undefined))
  if (!first || !views) return null
  const View = isToast(first) ? views.Toast : views.AlertDialog
  return <View key={first.key} notice={first} />
}
