import { type Content, canBeContent, contentOf, MAX_FACTOR } from './content.ts'
import type { Part } from './read-amounts.ts'

/** Words beside which "COMP" means compuesto, and an x a volume: "NASTIZOL COMP JBE X 100". */
const POURED = new Set(
  'jbe jrbe jarabe gts gotas susp suspension sol solucion cr crema ung unguento gel shampoo locion spray inh pvo polvo'.split(
    ' ',
  ),
)

/** The least number after a gauge that isn't a needle's length in millimetres: "AGUJA 31G X 8". */
const MIN_NEEDLES = 50

/** The number that stands apart from its unit: "COM 400 MG X 35", "SOB 5 G X 30", "PIPETA 4-10 KG X 3". */
export function readCountedApart(parts: Part[], vessel = false): Content | null {
  if (parts.some((part) => part.is === 'other' && POURED.has(part.text))) return null
  const marks = parts.flatMap((part, at) => {
    const after = parts[at + 1]
    return part.is === 'link' && part.text === 'x' && after?.is === 'number' && after.trusted ? [at] : []
  })
  const units = parts.filter((part) => part.is === 'unit' && canBeContent(part.unit))
  const [mark = 0] = marks
  const [unit] = units
  const number = parts[mark + 1]
  if (unit?.is !== 'unit' || number?.is !== 'number' || units.length > 1 || marks.length !== 1) return null
  const before = parts[mark - 1]
  const after = parts[mark + 2]
  // A number before the x is a strength only of something to swallow: "COM 850 X 30", but "GASA 10 X 10".
  const sized = before?.is === 'number' ? unit.unit.kind !== 'solid' || before.value <= MAX_FACTOR : false
  const isSized = sized || (before?.is === 'amount' && before.unit.name === 'medida')
  const goesOn = after?.is === 'number' || after?.is === 'amount' || after?.is === 'link'
  if (parts.indexOf(unit) > mark || isSized || goesOn || number.value < (vessel ? MIN_NEEDLES : 2))
    return null
  return contentOf(number.value, unit.unit, true)
}
