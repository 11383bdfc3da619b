import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { keepTogether } from '#domain/keep-together.ts'
import { createStore } from '../browser/external-store.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icons.tsx'

type NoticeIcon = 'success' | 'error' | 'info' | 'warning'

/** The content of a notice. Line breaks of `text` are kept; none parts a number from its unit. */
type Content = { title: string; text?: string; icon?: NoticeIcon }

/** Where a toast shows instead of in the middle: below the cart's button, or at the top, over a modal that is opening. */
type ToastPlace = { atCart?: boolean; overModal?: boolean }

/** `timer`: how long the toast shows, in milliseconds. */
type ToastOptions = Content & ToastPlace & { timer: number }

/** `danger`: the confirmed action can't be undone, so that its button is coral. */
type ConfirmOptions = Content & { confirm: string; cancel?: string; danger?: boolean }

/** `other`: a second way to go on, beside the confirming button. */
type ChoiceOptions = ConfirmOptions & { other: string }

type Answer = 'confirm' | 'other' | undefined

/** With a timer it is a toast, without one an alert dialog. */
type QueuedNotice = Content &
  ToastPlace & {
    key: number
    timer?: number
    confirm?: string
    other?: string
    cancel?: string
    danger?: boolean
    close: (answer?: Answer) => void
  }

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

/** Messages above the page: toasts disappear by themselves, alert dialogs wait for a button (docs/product.md#dialogs). */
export const notice = {
  /** Resolves when the toast is gone. */
  toast: async (options: ToastOptions): Promise<void> => void (await push(options)),
  /** Resolves when the dialog is closed. */
  alert: async (options: Content): Promise<void> => void (await push(options)),
  /** The alert dialog 'Error!'. Without a text it shows the general message for a failed call. */
  error: (text = SERVER_FAILURE): Promise<void> => notice.alert({ title: 'Error!', text, icon: 'error' }),
  /** An alert dialog with a question. Resolves to true for the confirming button. */
  confirm: async ({ cancel = 'Cancelar', ...rest }: ConfirmOptions): Promise<boolean> =>
    (await push({ icon: 'warning', ...rest, cancel })) === 'confirm',
  /** An alert dialog with two ways to go on. Resolves to undefined when neither is taken. */
  choose: ({ cancel = 'Cancelar', ...rest }: ChoiceOptions): Promise<Answer> =>
    push({ icon: 'warning', ...rest, cancel }),
}

/** Shows the first notice of the queue. Used once, in the root. */
export function NoticeHost() {
  const first = queue.use()[0]
  if (!first) return null
  return isToast(first) ? (
    <Toast key={first.key} notice={first} />
  ) : (
    <AlertDialog key={first.key} notice={first} />
  )
}

function Toast({ notice }: { notice: QueuedNotice }) {
  const { timer, overModal, close } = notice
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const running = setTimeout(() => close(), timer)
    return () => clearTimeout(running)
  }, [timer, close])
  useEffect(() => {
    if (!card.current?.matches(':popover-open')) card.current?.showPopover()
  }, [])
  useEffect(() => {
    if (!overModal) return
    // The element opened last is on top: a toast is shown again above a modal that opens.
    const raise = ({ target }: Event) => {
      if (!(target instanceof HTMLDialogElement && target.open)) return
      card.current?.hidePopover()
      card.current?.showPopover()
    }
    document.addEventListener('toggle', raise, true)
    return () => document.removeEventListener('toggle', raise, true)
  }, [overModal])
  return (
    <div
      ref={card}
      popover="manual"
      role={notice.icon === 'error' ? 'alert' : 'status'}
      // Marked important, because `fades` gives the pointer to open popovers.
      className={`fades pointer-events-none! ${toastPlace(notice)} max-w-[24rem] rounded-lg border border-line bg-paper text-ink shadow`}
    >
      <NoticeContent content={notice} />
    </div>
  )
}

function toastPlace({ atCart, overModal }: ToastPlace) {
  if (atCart) return 'mt-20 mr-4 mb-auto ml-auto w-fit p-4'
  if (overModal) return 'mx-auto mt-4 mb-auto w-fit p-4'
  return 'm-auto w-[calc(100%-3rem)] p-6'
}

function AlertDialog({ notice }: { notice: QueuedNotice }) {
  const { text, confirm, other, cancel, danger, close } = notice
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // In a layout effect, so that the element closes, and gives the focus back, before it is removed.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClose={({ currentTarget }) => currentTarget.open || close()}
      className="fades m-auto w-[calc(100%-3rem)] max-w-[26rem] rounded-lg bg-paper p-6 text-ink shadow"
    >
      <NoticeContent content={notice} id={id} />
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {cancel && (
          <Button look="secondary" onClick={() => close()}>
            {cancel}
          </Button>
        )}
        {other && (
          <Button look="secondary" onClick={() => close('other')}>
            {other}
          </Button>
        )}
        <Button look={danger ? 'danger' : 'primary'} onClick={() => close('confirm')} className="min-w-28">
          {confirm ?? 'Aceptar'}
        </Button>
      </div>
    </dialog>
  )
}

const icons: Record<NoticeIcon, { icon: IconName; colours: string }> = {
  success: { icon: 'check', colours: 'bg-mint text-brand' },
  error: { icon: 'cross', colours: 'bg-coral-pale text-coral' },
  info: { icon: 'info', colours: 'bg-mint text-brand' },
  warning: { icon: 'warning', colours: 'bg-amber-pale text-amber-ink' },
}

function NoticeContent({ content: { title, text, icon }, id }: { content: Content; id?: string }) {
  return (
    <div className="grid justify-items-center gap-2 text-center">
      {icon && (
        <span className={`mb-2 grid size-14 place-items-center rounded-full ${icons[icon].colours}`}>
          <Icon name={icons[icon].icon} className="size-7" />
        </span>
      )}
      <h2 id={id && `${id}-title`} className="text-lg leading-snug">
        {keepTogether(title)}
      </h2>
      {text && (
        <p id={id && `${id}-text`} className="whitespace-pre-line text-soft">
          {keepTogether(text)}
        </p>
      )}
    </div>
  )
}
