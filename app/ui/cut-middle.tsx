/** Characters of a text's end that stay in sight: a strength and a pack's size. */
const END = 18

/** A text on one line of a compact table. Without room for the whole text its middle is cut, so that its end stays in sight. */
export function CutMiddle({ text }: { text: string }) {
  const space = text.indexOf(' ', Math.max(0, text.length - END))
  const at = text.length > 2 * END && space > 0 ? space : text.length
  return (
    <span className="min-w-0 font-semibold as-card:line-clamp-6 compact:as-table:flex" title={text}>
      <span className="compact:as-table:min-w-0 compact:as-table:truncate">{text.slice(0, at)}</span>
      {at < text.length && (
        <span className="compact:as-table:shrink-0 compact:as-table:whitespace-pre">{text.slice(at)}</span>
      )}
    </span>
  )
}
