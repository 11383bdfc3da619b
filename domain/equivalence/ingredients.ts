import { fold } from '../text.ts'

/**
 * Salts and hydrates that don't distinguish two products. Esters aren't listed, because they do: a furoate isn't a propionate,
 * and succinate of metoprolol is released slowly.
 */
const SALTS = new Set(
  `clorhidrato hidrocloruro diclorhidrato declorhidrato dicloruro bromhidrato hidrobromuro bromuro sodico sodica sod disodico potasico potasica pot
  calcico calcica magnesico magnesica maleato besilato mesilato tartrato bitartrato fumarato hemifumarato succinato citrato sulfato
  hemisulfato oxalato nitrato lactato malato monohidrato dihidrato trihidrato hemihidrato anhidro anhidra hidrato base medoxomilo cilexetilo
  trometamol trometamina xinafoato clorh`.split(/\s+/),
)
const SLOW_SUCCINATES = new Set([
  'metoprolol',
  'hidrocortisona',
  'metilprednisolona',
  'prednisolona',
  'doxilamina',
])
/** Minerals, whose salt is the substance: sulphate of iron isn't fumarate of iron. */
const MINERALS =
  /^(sodio|potasio|calcio|magnesio|zinc|ferroso|ferrico|hierro|aluminio|litio|bismuto|cobre|selenio|plata|amonio|estroncio|manganeso)$/

/** Synonyms of substances, mapped to a single word for each substance. */
const SYNONYMS: Record<string, string> = {
  acetaminofen: 'paracetamol',
  clorfeniramina: 'clorfenamina',
  dexclorfeniramina: 'dexclorfenamina',
  sildenafilo: 'sildenafil',
  tadalafilo: 'tadalafil',
  dutasteride: 'dutasterida',
  bromexina: 'bromhexina',
  hidroxicina: 'hidroxizina',
  clavulanato: 'clavulanico',
  clav: 'clavulanico',
  hct: 'hidroclorotiazida',
  hctz: 'hidroclorotiazida',
  ciprofloxacina: 'ciprofloxacino',
  levofloxacina: 'levofloxacino',
  moxifloxacina: 'moxifloxacino',
  trimebutino: 'trimebutina',
  valproato: 'valproico',
  dipirona: 'metamizol',
  acetilsalicilato: 'acetilsalicilico',
}
const PHRASES: [RegExp, string][] = [
  [/\bvitamina\s*c\b/g, 'ascorbico'],
  [/\bvitamina\s*b\s*12\b/g, 'cianocobalamina'],
  [/\bvitamina\s*b\s*6\b/g, 'piridoxina'],
  [/\bvitamina\s*b\s*1\b/g, 'tiamina'],
  [/\bvitamina\s*d\s*3\b/g, 'colecalciferol'],
  [/\bn[ -]acetil/g, 'acetil'],
]

const FILLERS = new Set(
  `acido ac de del la el como equivalente eq a en por para cada comprimido comprimidos recubierto recubiertos capsula capsulas tableta tabletas jarabe
  suspension solucion oral crema gel gotas unguento inyectable ampolla ampollas topico topica`.split(/\s+/),
)

/** Common active ingredients. A product whose name has one that its DCM lacks has a wrong DCM. */
const KNOWN = new Set(
  `aciclovir valaciclovir acetazolamida acetilcisteina acetilsalicilico albendazol alendronato alopurinol alprazolam ambroxol amiodarona
  amitriptilina amlodipino amlodipina amoxicilina ampicilina apixaban aripiprazol atenolol atorvastatina azitromicina baclofeno beclometasona
  betahistina betametasona bisoprolol bromazepam bromhexina budesonida bupropion buspirona cabergolina candesartan captopril carbamazepina
  carvedilol cefadroxilo cefalexina cefixima cefpodoxima ceftriaxona cefuroximo celecoxib cetirizina ciclobenzaprina ciclopirox ciprofibrato
  ciprofloxacino citalopram clavulanico claritromicina clindamicina clobetasol clonazepam clopidogrel clorfenamina clorhexidina clotiazepam
  clordiazepoxido clotrimazol cloxacilina flucloxacilina clozapina codeina colecalciferol colchicina cotrimoxazol dabigatran dapagliflozina
  desloratadina dexametasona dexclorfenamina dexketoprofeno diazepam diclofenaco dienogest digoxina diltiazem dimenhidrinato domperidona
  donepezilo doxazosina doxiciclina drospirenona duloxetina dutasterida empagliflozina enalapril ergotamina eritromicina escitalopram
  esomeprazol espironolactona estradiol etinilestradiol estriol eszopiclona etoricoxib ezetimiba famotidina fenitoina fenobarbital fentermina
  fexofenadina finasterida fluconazol flunarizina fluoxetina fluticasona formoterol furosemida gabapentina gemfibrozilo gentamicina gestodeno
  glibenclamida glimepirida gliclazida haloperidol hidroclorotiazida hidrocortisona hidroxicloroquina hidroxizina ibandronico ibuprofeno
  imipramina indapamida indometacina ipratropio irbesartan isotretinoina itraconazol ivermectina ketoconazol ketoprofeno ketorolaco
  lactulosa lamotrigina lansoprazol latanoprost levetiracetam levocetirizina levodopa levodropropizina levofloxacino levonorgestrel
  levotiroxina lidocaina linagliptina lisinopril loperamida loratadina lorazepam losartan lovastatina mebendazol mebeverina meclizina
  medroxiprogesterona mefenamico melatonina meloxicam memantina metamizol metformina metilfenidato metildopa metilprednisolona
  metoclopramida metoprolol metotrexato metronidazol miconazol minociclina minoxidil mirtazapina modafinilo mometasona montelukast
  moxifloxacino mupirocina naproxeno naratriptan nebivolol neomicina nifedipino nistatina nitrofurantoina noretisterona noscapina
  olanzapina olmesartan olopatadina omeprazol ondansetron orlistat oxcarbazepina oximetazolina oxibutinina pantoprazol paracetamol
  pargeverina paroxetina pentoxifilina permetrina pioglitazona piroxicam pramipexol pravastatina prednisolona prednisona pregabalina
  progesterona propranolol prucaloprida pseudoefedrina quetiapina ramipril ranitidina risperidona rivaroxaban rosuvastatina rupatadina
  salbutamol salmeterol sertralina sildenafil simvastatina simeticona sitagliptina solifenacina sulfametoxazol sumatriptan tadalafil
  tamsulosina telmisartan terbinafina tetraciclina tibolona timolol tiotropio tinidazol tizanidina tobramicina tolterodina topiramato tramadol
  tranexamico trazodona tretinoina trimebutina trimetoprima valproico valsartan vardenafil venlafaxina verapamilo vildagliptina warfarina
  zolpidem zopiclona`.split(/\s+/),
)

const wordsOf = (text: string) => text.match(/[a-z]+\d*|\d+/g) ?? []
const canonical = (word: string) => SYNONYMS[word] ?? word

/** A substance's name for comparison: without salts, in any order of its words. Empty when no word is left. */
export function ingredientKey(text: string): string {
  let folded = fold(text).replace(/\([^)]*\)/g, ' ')
  for (const [phrase, word] of PHRASES) folded = folded.replace(phrase, word)
  const words = wordsOf(folded)
    .filter((word) => !FILLERS.has(word))
    .map(canonical)
  const slow = words.some((word) => SLOW_SUCCINATES.has(word))
  const bare = words.filter((word) => !SALTS.has(word) || (slow && word === 'succinato'))
  const kept =
    bare.some((word) => word.length > 3 || /\d/.test(word)) && !bare.some((word) => MINERALS.test(word))
      ? bare
      : words
  return [...new Set(kept)].sort().join(' ')
}

/** Whether a product's name mentions a substance that its DCM doesn't have. */
export function mentionsOtherIngredient(tradename: string, ingredients: readonly string[]): boolean {
  const own = new Set(ingredients.flatMap((ingredient) => ingredient.split(' ')))
  return wordsOf(fold(tradename))
    .map(canonical)
    .some((word) => (KNOWN.has(word) || word === 'clavulanico') && !own.has(word))
}

/**
 * The common active ingredients of a product as written, by their comparison word. Read from the DCM, else from the name; none
 * when both contradict each other. Others are left out: a cream's DCM may list its excipients.
 */
export function commonIngredients({
  dcm,
  tradename,
}: {
  dcm: string
  tradename: string
}): Map<string, string> {
  const found = new Map<string, string>()
  const words =
    (dcm.trim() || tradename)
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}]+/gu) ?? []
  for (const [at, word] of words.entries()) {
    const key = canonical(fold(word))
    if (!KNOWN.has(key) || found.has(key)) continue
    const isAcid = /^(acido|ac)$/.test(fold(words[at - 1] ?? ''))
    found.set(key, isAcid ? `ácido ${word}` : word)
  }
  return mentionsOtherIngredient(tradename, [...found.keys()]) ? new Map() : found
}

/** The places of the substances' first mentions in a product's name; null when one isn't mentioned. */
export function mentionPositions(tradename: string, ingredients: readonly string[]): number[] | null {
  const words = wordsOf(fold(tradename)).map(canonical)
  const places = ingredients.map((ingredient) => {
    const own = ingredient.split(' ')
    // Names abbreviate substances: "BECLOM.".
    return words.findIndex((word) => word.length > 3 && own.some((full) => full.startsWith(word)))
  })
  return places.includes(-1) || new Set(places).size < places.length ? null : places
}

type Product = { id: string; dcm: string; tradename: string }

/** Ingredients that the same two or more products share, as written. */
type Repetition = { ingredients: string[]; products: string[] }

/** The common active ingredients that more than one of these products has, under any name and in any strength. */
export function repeatedIngredients(products: readonly Product[]): Repetition[] {
  const found = new Map<string, { name: string; products: string[] }>()
  for (const product of products)
    for (const [key, name] of commonIngredients(product)) {
      const known = found.get(key)
      known?.products.push(product.id)
      // Of two spellings, the one with accents is better Spanish.
      if (!known) found.set(key, { name, products: [product.id] })
      else if (isPlain(known.name)) known.name = name
    }
  const repeated = [...found.values()].filter(({ products }) => products.length > 1)
  const bySet = Map.groupBy(repeated, ({ products }) => products.join())
  return [...bySet.values()].map((group) => ({
    ingredients: group.map(({ name }) => name).sort((one, other) => one.localeCompare(other, 'es')),
    products: group[0]!.products,
  }))
}

const isPlain = (text: string) => /^[a-z ]*$/.test(text)
