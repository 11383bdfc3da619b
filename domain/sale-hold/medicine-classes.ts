import type { PrescriptionCondition } from '../sale-condition.ts'

export type MedicineClass = {
  name: string
  condition: PrescriptionCondition
  /** Whether a product of this class is held even with a known ingredient for direct sale. */
  controlled?: true
}

/** Endings of ingredients' names, for ingredients that the list doesn't have and for misspelled ones. */
const ENDINGS: [RegExp, MedicineClass][] = [
  [/(azepam|azepan|azolam|azepoxido)$/, { name: 'benzodiacepina', condition: 'retained' }],
  [/(piclona|pidem)$/, { name: 'hipnótico', condition: 'retained' }],
  [/(codeina|codona|morfona|morfina|fentanilo|tramadol|tadol)$/, { name: 'opioide', condition: 'retained' }],
  [/barbital$/, { name: 'barbitúrico', condition: 'retained' }],
  [/(anfetamina|fenidato|termina)$/, { name: 'estimulante', condition: 'check' }],
  [
    /(testosterona|nandrolona|oxandrolona|estanozolol|drostanolona|boldenona)$/,
    { name: 'anabólico', condition: 'retained' },
  ],
  [
    /(floxacino|floxacina|micina|cilina|ciclina|tromicina|cefalexina|oxacina)$|^cef(a|i|o|u|e|tr|p)\w{4,}/,
    { name: 'antibiótico', condition: 'retained' },
  ],
  [/(prazol|tidina)$/, { name: 'antiulceroso', condition: 'simple' }],
  [
    /(sartan|[a-z]{3}pril|dipino|dipina|olol|tiazida|semida|dosina|zosina)$/,
    { name: 'cardiovascular', condition: 'simple' },
  ],
  [/(vastatina|fibrato)$/, { name: 'hipolipemiante', condition: 'simple' }],
  [
    /(gliptina|gliflozina|glutida|glitazona|formina|clamida)$/,
    { name: 'antidiabético', condition: 'simple' },
  ],
  [/(oxetina|triptilina|lafaxina|talopram|tazapina)$/, { name: 'antidepresivo', condition: 'simple' }],
  [/(tiapina|peridona|azapina|piprazol)$/, { name: 'antipsicótico', condition: 'simple' }],
  [/(gabalina|gabapentina|trigina|racetam|azepina)$/, { name: 'anticonvulsivante', condition: 'simple' }],
  [/(ciclovir|amivir|buvir|navir|fovir)$/, { name: 'antiviral', condition: 'simple' }],
  [/(conazol|nidazol|bendazol)$/, { name: 'antiinfeccioso', condition: 'simple' }],
  [/(xaban|gatran|parina|cumarol)$/, { name: 'anticoagulante', condition: 'simple' }],
  [/(metasona|nisona|nisolona|cortisona|sonida)$/, { name: 'corticoide', condition: 'simple' }],
  [/(coxib|oxicam|profeno|fenaco)$/, { name: 'antiinflamatorio', condition: 'simple' }],
  [/(triptan|setron)$/, { name: 'medicamento', condition: 'simple' }],
  [/(tinib|zumab|limab|ximab|tuzumab)$/, { name: 'oncológico', condition: 'simple' }],
  [/(estradiol|gestrel|gestodeno|renona)$/, { name: 'hormona', condition: 'simple' }],
]

/** The fewest letters of a word that an ending can class: 'abril' and 'control' are no medicines. */
const MIN_LETTERS = 7
/** Ordinary words with such an ending. */
const NO_INGREDIENTS = new Set(
  'vitamina glicerina parafina gelatina melatonina calamina proteina control alcohol mentol lanolina vaselina fenol sorbitol manitol xilitol saponina trementina pectina betaina taurina arginina carnitina inositol colina lecitina keratina'.split(
    ' ',
  ),
)

export function classOfWord(word: string): MedicineClass | undefined {
  if (word.length < MIN_LETTERS || NO_INGREDIENTS.has(word)) return undefined
  return ENDINGS.find(([ending]) => ending.test(word))?.[1]
}

/** Beginnings of words by which lists name categories and therapeutic actions of medicines on prescription. */
const CATEGORIES: [RegExp, MedicineClass][] = [
  [
    /\b(ansiolit|tranquiliz|hipnotic|benzodiac|inductores del sueno)/,
    { name: 'tranquilizante', condition: 'retained', controlled: true },
  ],
  [
    /\b(opioid|opiace|narcotic|psicotropic|estupefac)/,
    { name: 'controlado', condition: 'retained', controlled: true },
  ],
  [
    /\b(antibiotic|antibacterian|penicilin|quinolon|macrolid|cefalospor|aminoglucos|tetraciclin)/,
    { name: 'antibiótico', condition: 'retained' },
  ],
  [/\b(anoretic|anorexic|anorexigen)/, { name: 'anorexígeno', condition: 'check', controlled: true }],
  [/\b(androgen|anaboli)/, { name: 'anabólico', condition: 'retained', controlled: true }],
  [
    /\b(antihipertens|hipotens|cardio|antiarritm|vasodilat|betabloq|diuretic|anticoagul|antiagreg|tromboli)/,
    { name: 'cardiovascular', condition: 'simple' },
  ],
  [/\b(hipolip|antihiperlip|colesterol|estatina)/, { name: 'hipolipemiante', condition: 'simple' }],
  [/\b(antidiab|hipogluc|hipoglic|insulin)/, { name: 'antidiabético', condition: 'simple' }],
  [/\b(antidepres|antipsicot|neurolept|antimania)/, { name: 'salud mental', condition: 'simple' }],
  [/\b(anticonvuls|antiepilep|antiparkins)/, { name: 'neurológico', condition: 'simple' }],
  [
    /\b(hormon|tiroid|estrogen|progest|anticoncept|menopaus|posmenopaus)/,
    { name: 'hormona', condition: 'simple' },
  ],
  [/\b(corticoid|corticost|corticoter|esteroid)/, { name: 'corticoide', condition: 'simple' }],
  [/\b(antiasma|broncodil)/, { name: 'respiratorio', condition: 'simple' }],
  [
    /\b(antiviral|antiparasit|antihelmint|amebicid|antimalar)/,
    { name: 'antiinfeccioso', condition: 'simple' },
  ],
  [/\b(oncolog|antineoplas|inmunosup|citostat)/, { name: 'oncológico', condition: 'simple' }],
  [/\b(vacuna|inyectable)/, { name: 'inyectable', condition: 'simple' }],
]

export const classOfCategory = (text: string): MedicineClass | undefined =>
  CATEGORIES.find(([words]) => words.test(text))?.[1]

/** Beginnings of words by which lists name goods that are usually sold directly, though they may look like medicines. */
const MILD: [RegExp, string][] = [
  [/\b(suplement|nutric|probiotic|colageno|proteina)/, 'suplemento'],
  [/\b(homeopat|heel|knop|natural|herbal|fitofarmac|flores de bach|hierbas)/, 'natural u homeopático'],
  [/\b(antiacid|digestiv)/, 'antiácido'],
  [/\b(antigrip|pastillas? (de|para) la garganta)/, 'antigripal'],
  [/\b(antisept|desinfect|cicatriz|quemadur)/, 'antiséptico'],
  [/\b(queratolit|callicida|verrug|callos)/, 'queratolítico'],
  [/\b(rehidrat)/, 'rehidratante'],
  [/\b(descongestionante topic|antiinflamatorio topic|rubefac)/, 'de uso externo'],
]

/** The class of goods for direct sale that a product's folded texts name. */
export const mildClassOf = (text: string): string | undefined => MILD.find(([words]) => words.test(text))?.[1]

/** Whether a folded word of a DCM ends like an ingredient's name. */
export const mayBeIngredient = (word: string) =>
  word.length >= MIN_LETTERS &&
  !NO_INGREDIENTS.has(word) &&
  /(ina|ona|ida|ol|ato|il|an|am|azol|ino|eno|ano|ima|ib|ab)$/.test(word)
