import type { Described, Presentation } from '../presentation.ts'
import { readContents } from '../read-contents.ts'
import { fold } from '../text.ts'

/** Dosage forms by the words that name them. Tablets, coated tablets and dragees can replace each other; capsules can't. */
const BASES: [string, RegExp][] = [
  ['comprimido', /\b(comprimidos?|comp(r|rs|s)?\.? ?(rec|recubiertos?)|tabletas?|grageas?)\b/],
  ['cápsula', /\b(capsulas?|caps)\b/],
  ['supositorio', /\b(supositorios?)\b/],
  ['óvulo', /\b(ovulos?|ov)\b/],
  [
    'inyectable',
    /\b(ampollas?|vial(es)?|frasco[ -]ampollas?|jeringas? prellenadas?|inyectables?|iny|im|iv)\b/,
  ],
  ['sobre', /\b(sobres?|sachets?)\b/],
  ['parche', /\bparches?\b/],
  ['crema', /\b(crema|crem|cr)\b/],
  ['ungüento', /\b(unguento|ung|pomada)\b/],
  ['gel', /\b(gel|jalea)\b/],
  ['loción', /\b(locion|emulsion)\b/],
  ['champú', /\b(shampoo|champu|sh)\b/],
  ['espuma', /\bespuma\b/],
  ['enjuague', /\b(enjuague|colutorio)\b/],
  ['enema', /\benema\b/],
  ['gotas', /\b(gotas|gts|gotario)\b/],
  ['inhalador', /\b(inhalador|inhalacion|inhalar|inh|hfa|turbuhaler)\b/],
  ['jarabe', /\b(jarabe|jbe|jrbe|elixir|solucion oral|sol\.? oral|suspension|susp)\b/],
  ['spray', /\b(spray|sp|aerosol)\b/],
  ['polvo', /\b(polvo|pvo)\b/],
  ['solución', /\b(solucion|sol)\b/],
]
const ROUTES: [string, RegExp][] = [
  ['oftálmico', /\b(oftalmic[oa]s?|oft|colirio)\b/],
  ['ótico', /\b(otic[oa]s?|oti)\b/],
  ['nasal', /\b(nasal|nas)\b/],
  ['vaginal', /\b(vaginal(es)?|vag)\b/],
  ['bucal', /\b(bucal|buc)\b/],
  ['nebulización', /\bnebuliza\w*\b/],
  ['tópico', /\b(topic[oa]s?|topic|top|dermic[oa]s?|derm|capilar)\b/],
]
/** Special releases of a tablet or capsule, by the words that name them. */
const RELEASES: [string, RegExp][] = [
  [
    'prolongado',
    /\b(prolongad[oa]|prol|sostenida|controlada|extendida|modificada|retard|retardad[oa]|lp|l\.p|xr|xl|oros|zok|chrono|crono|contin)\b/,
  ],
  ['gastrorresistente', /\b(enteric[oa]s?|gastrorr?esistentes?)\b/],
  ['masticable', /\b(masticables?|mast)\b/],
  ['efervescente', /\b(efervescentes?|eferv?)\b/],
  ['sublingual', /\b(sublingual(es)?|subl)\b/],
  ['dispersable', /\b((buco|oro)?dispersables?|(buco)?disp|bucodispensables?|odt|flas|flash)\b/],
  ['bebible', /\bbebibles?\b/],
]

/** Abbreviations that may mean a special release, or nothing: a product with one only equals products with the same abbreviation. */
const UNCLEAR_RELEASE = /\b(la|er|sr|od|ap|mr|cr|ec|sl|long|rapid|lib|da)\b/g

const OF_UNIT: Record<string, string> = {
  comprimido: 'comprimido',
  tableta: 'comprimido',
  gragea: 'comprimido',
  cápsula: 'cápsula',
  perla: 'cápsula',
  óvulo: 'óvulo',
  supositorio: 'supositorio',
  ampolla: 'inyectable',
  'frasco ampolla': 'inyectable',
  jeringa: 'inyectable',
  sobre: 'sobre',
  parche: 'parche',
}
const SOLID = new Set(['comprimido', 'cápsula', 'óvulo', 'supositorio', 'sobre', 'parche'])

/** A dosage form, and how a product's strength has to be stated for it. */
export type DosageForm = { name: string; strength: 'amount' | 'concentration' | 'ampoule' }

/**
 * The dosage form by a product's form, quantity and name; null when none states it, or when they contradict each other: a syrup
 * never replaces a tablet, nor a tablet with slow release a plain one.
 */
export function dosageForm(
  { form, quantity, tradename }: Described,
  presentation: Presentation | null,
  perFiveMl: boolean,
): DosageForm | null {
  const text = fold(`${form} | ${quantity} | ${tradename}`).replace(/(\d)([a-z])/g, '$1 $2')
  const bases = new Set(matches(BASES, text))
  for (const source of [quantity, tradename]) for (const base of counted(source)) bases.add(base)
  const routes = matches(ROUTES, text)
  const releases = matches(RELEASES, text)
  const solids = [...bases].filter((base) => SOLID.has(base))
  if (solids.length > 0) {
    // Some forms don't exclude each other: "CR" is a cream or a slow release, and powders come in sachets.
    const others = [...bases].filter(
      (base) => !SOLID.has(base) && base !== 'crema' && !(solids[0] === 'sobre' && base === 'polvo'),
    )
    const measured = presentation && /^(ml|dosis)$/.test(presentation.unit)
    if (solids.length > 1 || others.length > 0 || measured || (bases.has('crema') && /\bcrem/.test(text)))
      return null
    const doubts = new Set(
      fold(tradename)
        .replace(/(\d)([a-z])/g, '$1 $2')
        .match(UNCLEAR_RELEASE) ?? [],
    )
    const kinds = [solids[0], ...releases, ...[...doubts].sort(), ...(solids[0] === 'óvulo' ? [] : routes)]
    return { name: kinds.join(' '), strength: 'amount' }
  }
  if (bases.has('inyectable')) return { name: ['inyectable', ...releases].join(' '), strength: 'ampoule' }
  if (bases.has('inhalador')) {
    const kind = bases.has('polvo') || /turbuhaler|capsulas?/.test(text) ? 'polvo para inhalar' : 'inhalador'
    return presentation?.unit === 'dosis' ? { name: kind, strength: 'amount' } : null
  }
  if (routes.length > 1) return null
  const [route] = routes
  const poured = presentation?.unit === 'ml' ? presentation.count : 0
  const skin = ['crema', 'ungüento', 'gel', 'loción', 'champú', 'espuma', 'enjuague', 'enema'].filter(
    (base) => bases.has(base),
  )
  if (skin.length > 1) return null
  if (skin[0])
    return {
      name: [skin[0], route === 'tópico' ? '' : route].filter(Boolean).join(' '),
      strength: 'concentration',
    }
  if (route === 'nasal') {
    const amount = presentation?.unit === 'dosis'
    return { name: amount ? 'nasal por dosis' : 'nasal', strength: amount ? 'amount' : 'concentration' }
  }
  if (route === 'oftálmico' || route === 'ótico')
    return poured > 0 ? { name: `gotas ${route}`, strength: 'concentration' } : null
  if (route === 'nebulización' && poured > 0) return { name: 'para nebulizar', strength: 'concentration' }
  if (route === 'tópico') return poured > 0 ? { name: 'solución tópico', strength: 'concentration' } : null
  if (route) return null
  // Drops without a stated route: small bottles are mostly for the eyes or ears.
  if (bases.has('gotas'))
    return poured >= 15 && !bases.has('jarabe') ? { name: 'gotas orales', strength: 'concentration' } : null
  if (bases.has('spray') || bases.has('solución')) return null
  if (bases.has('jarabe') || (perFiveMl && poured >= 30))
    return { name: 'líquido oral', strength: 'concentration' }
  return null
}

/** All forms and routes that a product's form, quantity and name state. */
export function namedForms({ form, quantity, tradename }: Described): { bases: string[]; routes: string[] } {
  const text = fold(`${form} | ${quantity} | ${tradename}`).replace(/(\d)([a-z])/g, '$1 $2')
  const counts = [quantity, tradename].flatMap(counted)
  return { bases: [...new Set([...matches(BASES, text), ...counts])], routes: matches(ROUTES, text) }
}

const matches = (list: [string, RegExp][], text: string) =>
  list.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)

/** The forms that follow a number in a text: `30COM` is tablets, while `COMP` alone may also mean "compuesto". */
function counted(text: string): string[] {
  const contents = readContents(text, { name: true })
  const units = contents === 'unclear' ? [] : contents.map(({ unit }) => unit.name)
  return units.flatMap((unit) => OF_UNIT[unit] ?? [])
}
