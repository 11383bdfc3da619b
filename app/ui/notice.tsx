import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icons.tsx'

type NoticeIcon = 'success' | 'error' | 'info' | 'warning'

type NoticeOptions = {
  title: string
  text?: string
  icon?: NoticeIcon
  /** Closes on its own after so many milliseconds. */
  timer?: number
  /** The button's word, `Aceptar` when left out; false, and also whenever there is a timer, for none. */
  button?: string | false
}

type ConfirmOptions = { title: string; text?: string; confirm: string; cancel?: string }

type Shown = NoticeOptions & { key: number; cancel?: string; answer: (accepted: boolean) => void }

let queue: readonly Shown[] = []
let keys = 0
const listeners = new Set<() => void>()

function change(next: readonly Shown[]) {
  queue = next
  for (const listener of listeners) listener()
}

function push(options: NoticeOptions & { cancel?: string }) {
  return new Promise<boolean>((resolve) => {
    keys += 1
    const key = keys
    const answer = (accepted: boolean) => {
      change(queue.filter((shown) => shown.key !== key))
      resolve(accepted)
    }
    // One that only passes by gives way to the next; one that waits for an answer stays until it has it.
    const waiting = queue.filter((shown) => !passing(shown))
    for (const shown of queue) if (passing(shown)) shown.answer(false)
    change([...waiting, { ...options, key, answer }])
  })
}

const passing = ({ timer, button }: NoticeOptions) => timer !== undefined && !button

/** The one way to tell the person something above the page: the whole error catalogue of spec §8. */
export const notice = {
  /** Resolves when it is gone. */
  show: async (options: NoticeOptions): Promise<void> => void (await push(options)),
  /** Asks; true for the confirming button. */
  confirm: ({ confirm, cancel = 'Cancelar', ...rest }: ConfirmOptions): Promise<boolean> =>
    push({ ...rest, icon: 'warning', button: confirm, cancel }),
}

const none: readonly Shown[] = []

/** Where notices appear: once, in the root. */
export function NoticeHost() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => queue,
    () => none,
  )
  const first = shown[0]
  if (!first) return null
  return passing(first) ? (
    <Toast key={first.key} shown={first} />
  ) : (
    <AlertDialog key={first.key} shown={first} />
  )
}

/** Says and goes: it takes no focus and stops nobody. */
function Toast({ shown }: { shown: Shown }) {
  const card = useRef<HTMLDivElement>(null)
  useTimer(shown)
  useEffect(() => {
    if (!card.current?.matches(':popover-open')) card.current?.showPopover()
  }, [])
  return (
    <div
      ref={card}
      popover="manual"
      role={shown.icon === 'error' ? 'alert' : 'status'}
      className="fades m-auto w-[calc(100%-3rem)] max-w-[24rem] rounded-lg border border-line bg-paper p-6 text-ink shadow"
    >
      <Words shown={shown} />
    </div>
  )
}

/** Waits for an answer. */
function AlertDialog({ shown }: { shown: Shown }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useTimer(shown)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={shown.text ? `${id}-text` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        shown.answer(false)
      }}
      onClose={() => shown.answer(false)}
      className="fades m-auto w-[calc(100%-3rem)] max-w-[26rem] rounded-lg bg-paper p-6 text-ink shadow"
    >
      <Words shown={shown} id={id} />
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {shown.cancel && (
          <Button look="secondary" onClick={() => shown.answer(false)}>
            {shown.cancel}
          </Button>
        )}
        <Button onClick={() => shown.answer(true)} className="min-w-28">
          {shown.button || 'Aceptar'}
        </Button>
      </div>
    </dialog>
  )
}

function useTimer({ timer, answer }: Shown) {
  useEffect(() => {
    if (timer === undefined) return
    const running = setTimeout(() => answer(false), timer)
    return () => clearTimeout(running)
  }, [timer, answer])
}

const icons: Record<NoticeIcon, { icon: IconName; colours: string }> = {
  success: { icon: 'check', colours: 'bg-mint text-brand' },
  error: { icon: 'cross', colours: 'bg-coral-pale text-coral' },
  info: { icon: 'info', colours: 'bg-mint text-brand' },
  warning: { icon: 'warning', colours: 'bg-amber-pale text-amber-ink' },
}

function Words({ shown: { title, text, icon }, id }: { shown: NoticeOptions; id?: string }) {
  return (
    <div className="grid justify-items-center gap-2 text-center">
      {icon && (
        <span className={`mb-2 grid size-14 place-items-center rounded-full ${icons[icon].colours}`}>
          <Icon name={icons[icon].icon} className="size-7" />
        </span>
      )}
      <h2 id={id && `${id}-title`} className="text-lg leading-snug">
        {title}
      </h2>
      {text && (
        <p id={id && `${id}-text`} className="text-soft">
          {text}
        </p>
      )}
    </div>
  )
}
