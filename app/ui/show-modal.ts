/**
 * Opens a dialog over the page, which can't scroll then. If the page has a scrollbar, app.css keeps the scrollbar's place, so
 * that nothing moves; on a page without one there is no place to keep.
 */
export function showModal(dialog: HTMLDialogElement | null) {
  const root = document.documentElement
  if (!document.querySelector('dialog:modal'))
    root.toggleAttribute('data-scrollbar', window.innerWidth > root.clientWidth)
  dialog?.showModal()
}
