import { type Content, canBeContent, contentOf, isCounted, isMeasure, MAX_FACTOR } from './content.ts'
import type { Unit } from './content-units.ts'
import { MAX_DOSE_ML, type Part, readParts } from './read-amounts.ts'

type Reading = {
  /** Whether the text is a product's name, where a number alone is more likely a strength than a factor. */
  name: boolean
  bare?: Unit | undefined
  /** Whether the text names a vessel, needle or tube, whose volume is a capacity and whose "G" a gauge: "AGUJA 21 G". */
  vessel?: boolean
}

type Term = Exclude<Part, { is: 'link' | 'other' }>
/** A run of terms with links between them: "2 cajas x 3 blísters x 10 comprimidos". */
type Run = {
  terms: Term[]
  marked: boolean
  broken: boolean
  next?: string
}

const isContainer = ({ kind }: Unit) => kind === 'container'

/** All contents that a text states. `unclear` when a number can't be told from a factor or a strength. */
export function readContents(text: string, reading: Reading): Content[] | 'unclear' {
  const all = readParts(text)
    .flatMap(withoutNamesNumber)
    .map((part): Part => {
      const capacity = reading.vessel && part.is === 'amount' && isMeasure(part.unit)
      return capacity ? { is: 'other', text: part.unit.name } : part
    })
  const parts = reading.name ? inName(all) : addUp(all)
  if (parts === 'unclear') return 'unclear'
  const strengths = parts.some((part) => part.is === 'amount' && part.unit.kind === 'other')
  const apart = reading.name ? readCountedApart(parts, reading.vessel) : null
  const contents: Content[] = []
  for (const run of runsOf(parts, reading)) {
    const content = evaluate(run, { ...reading, strengths })
    if (content === 'unclear') return apart ? [apart] : 'unclear'
    if (content) contents.push(content)
  }
  return apart && !contents.some(({ unit }) => isCounted(unit)) ? [...contents, apart] : contents
}

/** Words whose number belongs to a product's name: "FPS 6", "Omega 3", "Vitamina B 12". */
const NUMBERED = /^(fps|spf|fp|ip|omega|b|d|k|q)$/
/** A blister's number is a count in the singular, too: "3 BLISTER X 10 TAB". */
const COUNTED_CONTAINER = /^(blister|tira)$/
/** The most containers and counted things that a pack has; larger numbers are a name's. */
const MAX_CONTAINERS = 100
const MAX_PIECES = 2_000

/**
 * A part without the number of a name: in "UROCIT-K 10 FRASCO X 100 TAB" one bottle has a hundred tablets. A container counted in the plural,
 * behind an x or at the beginning is a factor: "2 FRASCOS X 30 CAPS".
 */
function withoutNamesNumber(part: Part, at: number, parts: readonly Part[]): Part[] {
  const before = parts[at - 1]
  const named = before?.is === 'other' && /^\p{L}/u.test(before.text)
  if (part.is === 'number' && named && NUMBERED.test(before.text)) return []
  if (part.is !== 'amount' || !named) return [part]
  const { unit, value, word = '' } = part
  if (!isContainer(unit)) return isCounted(unit) && value > MAX_PIECES ? [{ is: 'unit', unit }] : [part]
  const most = word.endsWith('s') ? MAX_CONTAINERS : COUNTED_CONTAINER.test(word) ? MAX_FACTOR : 0
  return value > most || NUMBERED.test(before.text) ? [{ is: 'unit', unit }] : [part]
}

/** Adds up "28+2 comprimidos" to 30. Any other sum is another product, or a part of this one that can't be compared. */
function addUp(parts: Part[]): Part[] | 'unclear' {
  const sums: Part[] = []
  for (const part of parts) {
    const number = sums.at(-2)
    if ((part.is === 'amount' || part.is === 'number') && part.added) {
      if (part.is === 'amount' && part.unit.kind === 'other') continue
      if (number?.is !== 'number' || !Number.isInteger(part.value)) return 'unclear'
      sums.splice(-2, 2, { ...part, value: number.value + part.value, added: false })
    } else sums.push(part)
  }
  return sums
}

/**
 * The parts of a name without additions: "CREMA 50 ML + ACEITE 13 ML" is two products, but "15+5COM" a pack of 20. Kilograms are an
 * animal's: "PIPETA PERRO 35KILOS".
 */
function inName(parts: Part[]): Part[] | 'unclear' {
  const isAdded = (part: Part) => part.is === 'amount' && part.added && isMeasure(part.unit)
  // "COM X 21+7" may have seven tablets without an ingredient.
  const isSum = (part: Part, at: number) => {
    const link = parts[at - 3]
    return part.is === 'number' && part.added && link?.is === 'link' && link.text === 'x'
  }
  if (parts.some(isAdded) || parts.some(isSum)) return 'unclear'
  return withBonus(parts).filter(
    (part) => !(part.is === 'amount' && part.unit.kind === 'mass' && part.unit.factor > 1),
  )
}

/** The largest pack of tablets with a bonus; larger sums are strengths ("160+5COM"). */
const MAX_BONUS_PACK = 60

/** Adds up "15+5COM", unless other numbers say that it may be two strengths: "40+10COM X 28", "VALSARTAN + AMLODIPINO 80+5COM". */
function withBonus(parts: Part[]): Part[] {
  const at = parts.findIndex((part) => part.is === 'amount' && part.unit.kind === 'solid' && part.added)
  const [first, plus, bonus] = parts.slice(Math.max(0, at - 2), at + 1)
  if (bonus?.is !== 'amount' || first?.is !== 'number' || plus?.is !== 'other') return parts
  const isOther = (part: Part, index: number) =>
    part.is === 'other' ? index !== at - 1 && /[+/]/.test(part.text) : part.is === 'number' && part !== first
  const value = first.value + bonus.value
  const sums =
    first.trusted && bonus.value <= first.value && value <= MAX_BONUS_PACK && Number.isInteger(value)
  if (!sums || parts.some(isOther)) return parts
  return parts.toSpliced(at - 2, 3, { ...bonus, value, added: false, trusted: true })
}

function runsOf(parts: Part[], { name }: Reading): Run[] {
  const runs: Run[] = []
  let run: Run = { terms: [], marked: false, broken: false }
  let last: Part | undefined
  let link = ''
  const close = () => {
    if (run.terms.length > 0) runs.push(run)
    run = { terms: [], marked: false, broken: false }
  }
  for (const part of parts) {
    if (part.is === 'link') {
      link = part.text
      if (link === 'x' && run.terms.every((term) => !isTerminal(term))) run.marked = true
      continue
    }
    if (part.is === 'other') {
      run.next = part.text
      close()
      last = part
      link = ''
      continue
    }
    const holder = last && last.is !== 'other' && 'unit' in last && isContainer(last.unit)
    // A dose, and the word "en" ("30 comprimidos en 3 blísters", "2 EN 1"), begin a new run.
    const dose = part.is === 'amount' && isMeasure(part.unit) && isDose(last, part, link)
    if (link === 'en' || (link === '' && !holder)) close()
    // In "2 frascos 60 ml" it is unclear whether each bottle has 60 ml or both together.
    if (link === '' && holder && last?.is === 'amount' && last.value > 1) run.broken = true
    if (dose) close()
    else if (part.is === 'unit' || (part.trusted && !(name && part.added))) run.terms.push(part)
    else close()
    last = part
    link = ''
  }
  close()
  return runs

  /** Whether two amounts are a single strength: "100 MG 5 ML" and "10 mg por 5 ml", but not "30MG 100ML" and "10MG X5ML". */
  function isDose(before: Part | undefined, { value }: { value: number }, joined: string) {
    if (before?.is !== 'amount' || before.unit.name !== 'concentración') return false
    return joined === '' ? value <= MAX_DOSE_ML : joined !== 'x'
  }
}

const isTerminal = (term: Term) =>
  term.is === 'amount' &&
  !isContainer(term.unit) &&
  term.unit.kind !== 'other' &&
  term.unit.kind !== 'generic'

function evaluate(run: Run, reading: Reading & { strengths: boolean }): Content | 'unclear' | null {
  if (run.terms.some(isSize)) return besideSizes(run)
  const terms = run.terms.filter((term) => !(term.is === 'amount' && term.unit.kind === 'other'))
  let end = terms.findIndex(isTerminal)
  if (end < 0) end = terms.findIndex((term) => term.is === 'amount' && term.unit.kind === 'generic')
  const terminal = terms[end]
  if (terminal?.is !== 'amount') return withoutUnit(terms, reading)
  const factor = factorOf(terms.slice(0, end), reading)
  if (factor === 'unclear' || run.broken) return 'unclear'
  const pack = terms[end + 1]
  // The larger amount is the pack's content: "1.16G X35G".
  if (
    reading.name &&
    pack?.is === 'amount' &&
    pack.unit.name === terminal.unit.name &&
    pack.value > terminal.value
  )
    return contentOf(pack.value * pack.unit.factor, pack.unit, true)
  const content = factor * terminal.value * terminal.unit.factor
  // "5 G X 30 SOBRES" has 30 sachets, "330 ML X 6 UN" six times the volume.
  if (isMeasure(terminal.unit) && pack?.is === 'amount' && !terms[end + 2]) {
    const isPill = pack.unit.kind === 'solid' && terminal.unit.kind === 'mass' && content <= MAX_STRENGTH_G
    if ((pack.unit.kind === 'piece' || isPill) && factor === 1) return contentOf(pack.value, pack.unit, true)
    if (pack.unit.kind === 'generic') return contentOf(content * pack.value, terminal.unit, true)
  }
  let count = content
  for (const term of terms.slice(end + 1)) {
    if (term.is === 'amount' && isContainer(term.unit)) count *= term.value
    else if (term.is === 'number' && reading.name && isMeasure(terminal.unit)) {
      // "5ML X10" is ten times the volume; "1G X 10" has the strength of ten vials.
      if (
        !Number.isInteger(term.value) ||
        isNoun(run.next) ||
        (terminal.unit.kind === 'mass' && content <= MAX_STRENGTH_G)
      )
        return 'unclear'
      count *= term.value
    } else if (term.is === 'number' && !(reading.name && terminal.value > 1)) return 'unclear'
    else if (term.is === 'amount' && !isCounted(terminal.unit)) return 'unclear'
  }
  return contentOf(count, terminal.unit, run.marked)
}

/** Whether a word behind a number may say what is counted, as in "20 G X 3 ESPATULAS", and not who made the product. */
const isNoun = (word = '') => /^[a-z]{2}/.test(word) && !/^lab/.test(word)

/** The largest mass, in grams, that may be a strength. */
const MAX_STRENGTH_G = 5

const isSize = (term: Term | undefined) => term?.is === 'amount' && term.unit.name === 'medida'

/** The counted content that stands before or after all sizes: "10CM X 4.5M X 12UND" has 12 units. */
function besideSizes({ terms }: Run): Content | null {
  const counted = [terms[0], terms.at(-1)].find((term) => term?.is === 'amount' && isCounted(term.unit))
  return counted?.is === 'amount' ? contentOf(counted.value, counted.unit, true) : null
}

/** The factor of a content: the product of the numbers before it. */
function factorOf(terms: Term[], { name, strengths }: Reading & { strengths: boolean }): number | 'unclear' {
  let factor = 1
  for (const term of terms) {
    if (term.is === 'unit') continue
    if (term.is === 'number' && name) {
      // "AMOXICILINA 500 X 21 CAPS" has a strength, "500MG 3 X 10 CAPS" perhaps a factor.
      if (
        term.value === 1 ||
        !Number.isInteger(term.value) ||
        term.added ||
        (term.value > MAX_FACTOR && !strengths)
      )
        continue
      return 'unclear'
    }
    if (!Number.isInteger(term.value)) return 'unclear'
    factor *= term.value
  }
  return factor
}

/** The content of "COM X 50", or of the quantity "Caja x 30", if the product's form names the unit. */
function withoutUnit(terms: Term[], { name, bare }: Reading): Content | null {
  const [first, second] = terms
  if (terms.length === 2 && first?.is === 'unit' && canBeContent(first.unit) && second?.is === 'number')
    return contentOf(second.value, first.unit, true)
  const numbers = terms.flatMap((term) => (term.is === 'unit' ? [] : [term.value]))
  if (name || !bare || terms.at(-1)?.is !== 'number') return null
  return contentOf(
    numbers.reduce((product, number) => product * number, 1),
    bare,
    true,
  )
}

/** Words beside which "COMP" means compuesto, and an x a volume: "NASTIZOL COMP JBE X 100". */
const POURED = new Set(
  'jbe jrbe jarabe gts gotas susp suspension sol solucion cr crema ung unguento gel shampoo locion spray inh pvo polvo'.split(
    ' ',
  ),
)

/** The least number after a gauge that isn't a needle's length in millimetres: "AGUJA 31G X 8". */
const MIN_NEEDLES = 50

/** The number that stands apart from its unit: "COM 400 MG X 35", "SOB 5 G X 30", "PIPETA 4-10 KG X 3". */
function readCountedApart(parts: Part[], vessel = false): Content | null {
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
