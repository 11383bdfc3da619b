import type { Unit } from './content-units.ts'
import { type Part, readParts } from './read-amounts.ts'

/** The content of a pack according to a text; `marked` by an x ("X850G"), which strengths rarely have. */
export type Content = { count: number; unit: Unit; marked: boolean }

type Reading = {
  /** Whether the text is a product's name, where a number alone is more likely a strength than a factor. */
  name: boolean
  /** The unit for a number without one. */
  bare?: Unit | undefined
}

type Term = Exclude<Part, { is: 'link' | 'other' }>
/** A run of terms with links between them: "2 cajas x 3 blísters x 10 comprimidos". */
type Run = { terms: Term[]; marked: boolean; broken: boolean }

export const isMeasure = ({ kind }: Unit) => kind === 'volume' || kind === 'mass'
export const isCounted = ({ kind }: Unit) => kind === 'solid' || kind === 'piece' || kind === 'generic'
const isContainer = ({ kind }: Unit) => kind === 'container'

/** All contents that a text states. `unclear` when a number can't be told from a factor or a strength. */
export function readContents(text: string, reading: Reading): Content[] | 'unclear' {
  const parts = reading.name ? inName(readParts(text)) : addUp(readParts(text))
  if (parts === 'unclear') return 'unclear'
  const strengths = parts.some((part) => part.is === 'amount' && part.unit.kind === 'other')
  const contents: Content[] = []
  for (const run of runsOf(parts, reading)) {
    const content = evaluate(run, { ...reading, strengths })
    if (content === 'unclear') return 'unclear'
    if (content) contents.push(content)
  }
  return contents
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

/** The parts of a name without additions: "CREMA 50 ML + ACEITE 13 ML" is two products. Kilograms are an animal's: "PIPETA PERRO 35KILOS". */
function inName(parts: Part[]): Part[] | 'unclear' {
  const isAdded = (part: Part) => part.is === 'amount' && part.added && isMeasure(part.unit)
  if (parts.some(isAdded)) return 'unclear'
  return parts.filter((part) => !(part.is === 'amount' && part.unit.kind === 'mass' && part.unit.factor > 1))
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
    return joined === '' ? value <= 10 : joined !== 'x'
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
  let count = factor * terminal.value * terminal.unit.factor
  for (const term of terms.slice(end + 1)) {
    if (term.is === 'amount' && isContainer(term.unit)) count *= term.value
    else if (term.is === 'number' && !(reading.name && terminal.value > 1)) return 'unclear'
    else if (term.is === 'amount' && !isCounted(terminal.unit)) return 'unclear'
  }
  return contentOf(count, terminal.unit, run.marked)
}

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
      if (term.value === 1 || !Number.isInteger(term.value) || term.added || (term.value > 12 && !strengths))
        continue
      return 'unclear'
    }
    if (!Number.isInteger(term.value)) return 'unclear'
    factor *= term.value
  }
  return factor
}

/** Whether a unit can be a pack's content; a strip only holds counted things. */
const isPack = (unit: Unit) => isCounted(unit) && unit.name !== 'tira'

/** The content of "COM X 50", or of the quantity "Caja x 30", if the product's form names the unit. */
function withoutUnit(terms: Term[], { name, bare }: Reading): Content | null {
  const [first, second] = terms
  if (terms.length === 2 && first?.is === 'unit' && isPack(first.unit) && second?.is === 'number')
    return contentOf(second.value, first.unit, true)
  const numbers = terms.flatMap((term) => (term.is === 'unit' ? [] : [term.value]))
  if (name || !bare || terms.at(-1)?.is !== 'number') return null
  return contentOf(
    numbers.reduce((product, number) => product * number, 1),
    bare,
    true,
  )
}

/** A content, or null for zero, for an amount that no pack holds, and for a fraction of a counted thing. */
function contentOf(count: number, unit: Unit, marked: boolean): Content | null {
  const rounded = Math.round(count * 1_000) / 1_000
  if (!(rounded > 0) || rounded > 100_000 || (!isMeasure(unit) && !Number.isInteger(rounded))) return null
  return { count: rounded, unit, marked }
}
