import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { keepTogether } from '#domain/keep-together.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icons.tsx'
import { showModal } from './show-modal.ts'

/** The views of notices, in a file that loads later: no visitor needs them at first. */

type NoticeIcon = 'success' | 'error' | 'info' | 'warning'

/** The content of a notice. Line breaks of `text` are kept; none parts a number from its unit. */
export type Content = { title: string; text?: string; icon?: NoticeIcon }

/** Where a toast shows instead of in the middle: below the cart's button, or at the top, over a modal that is opening. */
export type ToastPlace = { atCart?: boolean; overModal?: boolean }

export type Answer = 'confirm' | 'other' | undefined

/** A notice with a `timer` (milliseconds) is a toast, without one an alert dialog. */
export type QueuedNotice = Content &
  ToastPlace & {
    key: number
    timer?: number
    confirm?: string
    other?: string
    cancel?: string
    danger?: boolean
    close: (answer?: Answer) => void
  }

export function Toast({ notice }: { notice: QueuedNotice }) {
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
      // Marked important, because `fades` lets open popovers receive pointer events.
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

export function AlertDialog({ notice }: { notice: QueuedNotice }) {
  const { text, confirm, other, cancel, danger, close } = notice
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // In a layout effect, so that the element closes, and gives the focus back, before it is removed.
  useLayoutEffect(() => {
    const element = dialog.current
    showModal(element)
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
