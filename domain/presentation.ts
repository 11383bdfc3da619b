import { type Content, isCounted, isMeasure } from './content.ts'
import { pluralUnit, type Unit, unitOf } from './content-units.ts'
import { formatDecimal } from './price.ts'
import { readContents } from './read-contents.ts'
import { fold } from './text.ts'

/** The content of a pack: `{ count: 30, unit: 'comprimido' }`. Volumes are in `ml`, masses in `g`. */
export type Presentation = { count: number; unit: string }

/** The fields of a product that say what its pack contains. */
export type Described = { quantity: string; tradename: string; form: string }

/** Vessels, needles and tubes: a volume in their name is a capacity and "21 G" a gauge, not a content. */
const VESSELS =
  /\b(mamadera|biberon|bolsa de agua|guatero|vaso|termo|jeringas?|recolector|humidificador|cooler|pastillero|agujas?|cateter(es)?|branulas?|canulas?|sondas?|mariposas?|scalp|lancetas?)\b/
/** Words for several products in one pack: a volume in such a name is one product's. */
const BUNDLES = /\b(kit|^duo|duo pack|pack duo|bipack|tripack|promo|promocion|oferta|pack x? ?\d)\b/

/** A pair of such products is two packs; "DUO" in the name of a medicine is its brand. */
const TOILETRIES =
  /\b(shampoo|champu|acondicionador|crema|jabon|desodorante|colonia|locion|pasta|enjuague|protector)\b/
/** A sachet's volume is the water for its powder. */
const DISSOLVED =
  /\b(sobres?|sob|sachets? .*(para|p\/)|sales (de )?rehidrat?\w*|para (preparar|hacer|disolver))\b/
const MAX_SACHET_ML = 100
/** A few grams of a powder to inject are its strength: "CEFTRIAXONA 1 GR IV". */
const INJECTED = /\b(iv|im|ev|iny|inyectable|vial|fa|frasco ampolla)\b/
const MAX_INJECTED_G = 5

/**
 * Reads a pack's content from its quantity ("Caja x 30 comprimidos"), else from its name ("LOSARTAN 50MG X30COMP"). Null when neither
 * states it, or when both contradict each other.
 */
export function readPresentation(described: Described): Presentation | null {
  const { quantity, tradename, form } = withFineGrams(described)
  const formUnit = solidIn(form)
  const name = fold(tradename)
  const vessel = VESSELS.test(name) && !name.includes('prellenad')
  const dissolved = DISSOLVED.test(`${name} ${fold(quantity)}`)
  const bundle = BUNDLES.test(name) || (/\bduo\b/.test(name) && TOILETRIES.test(name))
  const isPacked = ({ unit, count }: Content) =>
    !(dissolved && unit.kind === 'volume' && count > MAX_SACHET_ML) &&
    !(INJECTED.test(name) && unit.kind === 'mass' && count <= MAX_INJECTED_G)
  const inQuantity = readContents(quantity, { name: false, bare: formUnit, vessel })
  const inName = readContents(tradename, { name: true, vessel })
  if (inQuantity === 'unclear') return null
  const usable = ({ unit }: Content) => !(bundle && isMeasure(unit))
  const named = inName === 'unclear' ? [] : inName.filter(isPacked)
  const stated = pick(inQuantity.filter(isPacked))
  if (stated === 'unclear') return null
  // "1 unidad" says nothing about a pack whose name says more.
  const says = stated && !(isOne(stated) && stated.unit.kind === 'generic' && named.some(usable))
  const fallback = inName === 'unclear' ? null : pick(named.filter(usable))
  const content = says ? confirmed(stated, named) : fallback
  if (!content || content === 'unclear' || contradictsForm(content, form, formUnit)) return null
  return { count: content.count, unit: content.unit.name }
}

/** Words in the names of products that weigh kilos: there a dot separates thousands of grams. */
const KILOS = /\b\d*(kg|kgs|kilos?|kilogramos?|saco)\b/
const FINE_GRAMS = /\b([1-9]\d{0,2})\.(\d\d[1-9])(?=\s?(g|gr|grs|gramos?)\b)/gi

/** "14.888g" as 14,888 thousandths of a gram, unless the name is of a product of kilos; "1.500 g" are fifteen hundred. */
function withFineGrams({ quantity, tradename, form }: Described): Described {
  if (KILOS.test(fold(tradename))) return { quantity, tradename, form }
  // A fourth decimal keeps the comma from being read as one of thousands.
  const fine = (text: string) => text.replace(FINE_GRAMS, (_, whole, part) => `${whole},${part}0`)
  return { quantity: fine(quantity), tradename: fine(tradename), form }
}

/** The content in words: `30 comprimidos`. */
export const presentationText = ({ count, unit }: Presentation): string =>
  `${formatDecimal(count)} ${pluralUnit(count, unit)}`

/** Whether the content is a single counted thing, which may hold another stated content. */
const isOne = ({ count, unit }: Content) => count === 1 && isCounted(unit)

/** The quantity's content, unless the name states something else. */
function confirmed(stated: Content, named: Content[]): Content | null {
  const others = named.filter((content) => isOne(stated) || !isOne(content))
  const alike = others.filter(
    ({ unit }) => isCounted(unit) === isCounted(stated.unit) && isMeasure(unit) === isMeasure(stated.unit),
  )
  if (alike.length === 0)
    return others.some((other) => excludes(other, stated.unit) && !isWholeMass(other, stated)) ? null : stated
  const equal = alike.filter(
    ({ count, unit }) => count === stated.count && (isCounted(unit) || unit.name === stated.unit.name),
  )
  const precise = equal.find(({ unit }) => unit.kind !== 'generic')
  // Strips hold several tablets: a hundred strips aren't a hundred tablets.
  if (stated.unit.name === 'tira' && precise?.unit.kind === 'solid') return null
  return (stated.unit.kind === 'generic' && precise) || (equal.length > 0 ? stated : null)
}

/**
 * Whether a content and a unit exclude each other: a tablet has no volume and never weighs a hundred grams; a liquid isn't
 * counted in tablets.
 */
function excludes({ unit, count }: Content, other: Unit): boolean {
  if (other.kind === 'solid')
    return unit.kind === 'volume' || unit.kind === 'dose' || (unit.kind === 'mass' && count > 5)
  return unit.kind === 'solid' && (isMeasure(other) || other.kind === 'dose')
}

/** The only content among several; `unclear` when they contradict each other. */
function pick(contents: Content[]): Content | 'unclear' | null {
  const several = contents.filter((content) => !isOne(content))
  if (several.length === 0) return contents[0] ?? null
  const counted = several.filter(({ unit }) => isCounted(unit))
  const doses = several.filter(({ unit }) => unit.kind === 'dose')
  const measured = several.filter(({ unit }) => isMeasure(unit))
  if (counted.length > 0) {
    const precise = counted.filter(({ unit }) => unit.kind !== 'generic')
    const content = precise[0] ?? counted[0]!
    const agree =
      counted.every(({ count }) => count === content.count) &&
      precise.every(({ unit }) => unit === content.unit || unit.name === content.unit.name)
    return agree &&
      ![...measured, ...doses].some((other) => excludes(other, content.unit) && !isWholeMass(other, content))
      ? content
      : 'unclear'
  }
  const chosen =
    doses.length > 0
      ? doses
      : measured.some(({ marked }) => marked)
        ? measured.filter(({ marked }) => marked)
        : measured
  const content = chosen[0]!
  return chosen.every(({ count, unit }) => count === content.count && unit.name === content.unit.name)
    ? content
    : 'unclear'
}

/** The most grams that a single capsule or tablet weighs. */
const MAX_PILL_G = 3

/** Whether a mass is that of all tablets together: "120 CAP 42 G". */
const isWholeMass = ({ unit, count }: Content, content: Content) =>
  unit.kind === 'mass' &&
  content.unit.kind === 'solid' &&
  count <= content.count * MAX_PILL_G &&
  content.count > 1

const POURED =
  /\b(jarabe|gotas|solucion|suspension|locion|colirio|shampoo|champu|enjuague|mililitros|crema|gel|unguento|pomada|gramos)\b/

function contradictsForm({ unit }: Content, form: string, formUnit: Unit | undefined): boolean {
  if (formUnit) return isMeasure(unit) || unit.kind === 'dose'
  return unit.kind === 'solid' && POURED.test(fold(form)) && !/comprimido|tableta/.test(fold(form))
}

/** The unit of a form to swallow or insert; none for powders and liquids, whatever else the form says. */
function solidIn(form: string): Unit | undefined {
  const words = fold(form)
  if (/polvo|sobre|jarabe|solucion/.test(words)) return undefined
  return words
    .split(/[^a-z]+/)
    .map(unitOf)
    .find((unit) => unit?.kind === 'solid')
}
