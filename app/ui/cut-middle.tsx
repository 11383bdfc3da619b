/** Characters of a text's end that stay in sight: a strength and a pack's size. */
const END = 18

/** A text on one line. Where there is no room for all of it, its middle is cut, so that its end stays in sight. */
export function CutMiddle({ text }: { text: string }) {
  const space = text.indexOf(' ', Math.max(0, text.length - END))
  const at = text.length > 2 * END && space > 0 ? space : text.length
  return (
    <span className="flex min-w-0" title={text}>
      <span className="min-w-0 truncate">{text.slice(0, at)}</span>
      {at < text.length && <span className="shrink-0 whitespace-pre">{text.slice(at)}</span>}
    </span>
  )
}
