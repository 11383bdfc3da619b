const BADGE = /^\(\d+\) /

/**
 * Writes a number in front of the document's title, "(3) Pedidos · Botica", also when a screen sets another title.
 *
 * @returns a function that removes the number
 */
export function badgeTitle(count: number): () => void {
  const write = (badge: string) => {
    const title = badge + document.title.replace(BADGE, '')
    if (title !== document.title) document.title = title
  }
  const writeBadge = () => write(count > 0 ? `(${count}) ` : '')
  writeBadge()
  const observer = new MutationObserver(writeBadge)
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    write('')
  }
}
