/** Units and counted words, as they are written behind a number. */
const UNITS = [
  '%|mg|mcg|µg|kg|gr?|ml|cc|lt?|ui|cm|mm|c/u|h|horas?|días?|mes(es)?|años?|dosis|un|unidad(es)?|productos?|disponibles?',
  'com|comp|comprimidos?|cáps?|cápsulas?|tabletas?|grageas?|óvulos?|supositorios?|sobres?|ampollas?|parches?|frascos?|gotas',
].join('|')

const SPACES = new RegExp(`(?<=\\d) (?=(${UNITS})(?![\\p{L}\\d]))|(?<=[×$°]) (?=[$\\d])`, 'giu')

/**
 * Puts no-break spaces between a number and its unit or sign, so that no line ends between them: `50 mg`, `× 30 comprimidos`,
 * `$ 1.000`, `N° 1001`.
 */
export const keepTogether = (text: string): string => text.replace(SPACES, '\u00a0')
