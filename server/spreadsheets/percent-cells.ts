/** The built-in formats 0% and 0.00%. */
const BUILT_IN = ['9', '10']

const attribute = (name: string, attributes: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]

/**
 * Finds the cell styles of a workbook that show percents. 15 % in such a cell is stored as 0.15, and only the style
 * distinguishes it from the number 0.15.
 */
export function percentStyles(styles: string): Set<string> {
  const formats = new Set(BUILT_IN)
  for (const [, attributes = ''] of styles.matchAll(/<numFmt\b([^>]*)>/g)) {
    if (attribute('formatCode', attributes)?.includes('%'))
      formats.add(attribute('numFmtId', attributes) ?? '')
  }
  const cellStyles = /<cellXfs\b[^>]*>([\s\S]*?)<\/cellXfs>/.exec(styles)?.[1] ?? ''
  const found = new Set<string>()
  for (const [index, [, attributes = '']] of [...cellStyles.matchAll(/<xf\b([^>]*)>/g)].entries()) {
    if (formats.has(attribute('numFmtId', attributes) ?? '')) found.add(String(index))
  }
  return found
}

/** Replaces the percents of a sheet by the text that they show, such as `15%`. */
export function spellPercents(sheet: string, styles: ReadonlySet<string>): string {
  return sheet.replace(
    /<c\b([^>]*)>(?:<f\b[^>]*>(?:[^<]*<\/f>)?)?<v>([^<]*)<\/v><\/c>/g,
    (cell, attributes, value) => {
      const type = attribute('t', attributes) ?? 'n'
      const share = Number(value)
      if (type !== 'n' || !styles.has(attribute('s', attributes) ?? '') || !Number.isFinite(share))
        return cell
      const place = attribute('r', attributes) ?? ''
      return `<c r="${place}" t="inlineStr"><is><t>${Number((share * 100).toFixed(6))}%</t></is></c>`
    },
  )
}
