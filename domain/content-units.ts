/**
 * The kind of a word for a pack's content. `solid`: a dose to swallow or insert, never a volume; `piece`: any other counted
 * thing; `container`: holds pieces and is never counted; `other`: a strength, size or duration, which is no content.
 */
export type UnitKind = 'solid' | 'piece' | 'generic' | 'dose' | 'volume' | 'mass' | 'container' | 'other'
export type Unit = {
  /** The unit's singular, as shown and stored; `ml` and `g` for every volume and mass. */
  name: string
  kind: UnitKind
  /** The factor to the named unit: 1000 for a litre. */
  factor: number
}

const units = new Map<string, Unit>()

function add(kind: UnitKind, name: string, words: string, factor = 1) {
  for (const word of words.split(' ')) units.set(word, { name, kind, factor })
}

add('solid', 'comprimido', 'comprimido comprimidos compr comprs comp comps com')
add('solid', 'cápsula', 'capsula capsulas cap caps')
add('solid', 'tableta', 'tableta tabletas tab tabs tbs tabl')
add('solid', 'gragea', 'gragea grageas grag grags')
add('solid', 'óvulo', 'ovulo ovulos ov ovs')
add('solid', 'supositorio', 'supositorio supositorios sup sups supos')
add('solid', 'pastilla', 'pastilla pastillas')
add('solid', 'perla', 'perla perlas softgel softgels')
add('solid', 'goma', 'goma gomas gomita gomitas')
add('piece', 'ampolla', 'ampolla ampollas amp amps')
add('piece', 'frasco ampolla', 'frascoampolla vial viales')
add('piece', 'jeringa', 'jeringa jeringas jer')
add('piece', 'sobre', 'sobre sobres sob sobs sachet sachets bolsita bolsitas')
add('piece', 'parche', 'parche parches curita curitas')
add('piece', 'pipeta', 'pipeta pipetas')
add('piece', 'lápiz', 'lapiz lapices lapicera lapiceras flexpen flexpens kwikpen solostar')
add('piece', 'cartucho', 'cartucho cartuchos')
add('piece', 'tira', 'tira tiras')
add('piece', 'lanceta', 'lanceta lancetas')
add('piece', 'aguja', 'aguja agujas')
add('piece', 'pañal', 'panal panales')
add('piece', 'toalla', 'toalla toallas')
add('piece', 'toallita', 'toallita toallitas')
add('piece', 'protector', 'protectores')
add('piece', 'tampón', 'tampon tampones')
add('piece', 'preservativo', 'preservativo preservativos')
add('piece', 'condón', 'condon condones')
add('piece', 'mascarilla', 'mascarilla mascarillas')
add('piece', 'guante', 'guante guantes')
add('piece', 'apósito', 'aposito apositos')
add('piece', 'gasa', 'gasa gasas')
add('piece', 'chicle', 'chicle chicles')
add('generic', 'unidad', 'unidad unidades un uns und unds unid unids uni ud uds')
add('dose', 'dosis', 'dosis ds puff puffs inhalaciones aplicaciones pulverizaciones')
add('volume', 'ml', 'ml mls mililitro mililitros cc')
add('volume', 'ml', 'cl', 10)
add('volume', 'ml', 'l lt lts litro litros', 1_000)
add('mass', 'g', 'g gr grs gramo gramos')
add('mass', 'g', 'kg kgs kilo kilos kilogramo kilogramos', 1_000)
add(
  'container',
  'envase',
  'envase envases caja cajas cja frasco frascos fco fcos fr blister blisters tubo tubos pote potes tarro tarros lata latas botella ' +
    'botellas bidon bidones estuche estuches bolsa bolsas paquete paquetes pack packs display displays inhalador inhaladores aerosol ' +
    'gotario dispensador doypack pomo pomos sifon rollo rollos',
)
add('other', 'concentración', 'mg mgs mcg ug ui iu u meq mmol mol kcal cal ppm miligramos microgramos')
add('other', 'medida', 'cm cms mm m mt mts metro metros pulgadas')
add('other', 'accesorio', 'aplicador aplicadores canula canulas')
add('other', 'tiempo', 'hr hrs hora horas h dia dias mes meses ano anos')

/** Finds the unit that a folded word names. */
export const unitOf = (word: string): Unit | undefined => units.get(word)

const PLURALS: Record<string, string> = {
  dosis: 'dosis',
  ml: 'ml',
  g: 'g',
  lápiz: 'lápices',
  tampón: 'tampones',
  condón: 'condones',
  'frasco ampolla': 'frascos ampolla',
}

/** The unit's plural for a count: `2` and `unidad` give `unidades`. */
export function pluralUnit(count: number, unit: string): string {
  if (count === 1) return unit
  return PLURALS[unit] ?? (/[aeiouáéíóú]$/.test(unit) ? `${unit}s` : `${unit}es`)
}
