import { fold } from '../text.ts'
import type { SaleFacts } from './product-words.ts'

/** Folded words and phrases by which lists name goods that are no medicines. A word may be a pattern. */
const GOODS = {
  hygiene: `shampoo champu acondicionador jabon jaboncillo desodorante antitranspirante panal(es)? toallas? toallitas? tampon(es)?
    protector(es)?_diario cepillo pasta_dental crema_dental dentifric[oa] hilo_dental enjuague_bucal seda_dental cotonitos cotones
    afeitar afeitadora rasuradora espuma_de_afeitar gel_de_bano esponja talco papel servilletas?`,
  cosmetics: `perfume colonia edt edp protector_solar bloqueador fps spf bronceador autobronceante labial lip balsamo_labial maquillaje
    esmalte quitaesmalte tinte tintura_capilar coloracion rimel mascara_de_pestanas delineador base_liquida corrector rubor
    polvo_compacto sombra crema_(de_)?(manos|facial|corporal|cuerpo|pies|dia|noche|afeitar|peinar) hidratante humectante antiarrugas?
    arrugas antiedad anti_age antiage exfoliante limpiadora? desmaquillante micelar tonico_facial serum contorno depilatori[oa]
    cera_depilatoria gel_fijador fijador laca locion_corporal emulsion_corporal aceite_corporal aceite_emulsionado crema`,
  baby: 'mamadera chupete mordedor juguete peluche mamila biberon sacaleche formula_infantil',
  food: `leche nan nan_\\d optipro nido similac enfamil ensure pediasure glucerna galletas? chocolate caramelo bebida jugo agua_mineral te infusion cafe
    snack cereal barra miel endulzante stevia sucralosa`,
  devices: `termometro tensiometro oximetro nebulizador glucometro tiras_reactivas lancetas? ^jeringas? ^agujas? guantes? mascarillas? gasas?
    algodon vendas? parche_curita curitas? parchecitos aposito tela_adhesiva cinta_adhesiva micropore preservativos? condon(es)?
    lubricante test test_(de_)?(embarazo|ovulacion|covid|antigenos?) prueba_de_embarazo baston muletas? silla andador cabestrillo munequera rodillera tobillera faja medias? panty
    calcetin plantilla cojin bolsa guatero lentes`,
  brands: `nivea eucerin dove rexona axe colgate pepsodent sensodyne oral_b listerine curaprox vitis gillette schick loreal l_oreal elvive
    garnier maybelline revlon vichy la_roche_posay avene bioderma cerave cetaphil isdin uriage neutrogena ponds pantene head_shoulders
    h&s sedal tresemme simonds ballerina johnson huggies pampers babysec winny emubaby cotidian plenitud tena kotex nosotras ladysoft
    naturella durex lifestyles ensure pediasure glucerna nutrilon s26 nestle nestum cerelac gerber chicco avent nuk omron accu_chek`,
  others: `peine peineta colet cole pinche vaso plato pilas? vela repelente insecticida detergente cloro tijera cortauna lima_de_una pinza
    espejo accesorio perro gato mascota`,
}
const GOODS_WORDS = new RegExp(`\\b(${alternativesOf(Object.values(GOODS).join(' '))})\\b`, 'g')

/** Words that name a good only where nothing else names a medicine: creams and the like are sold as both. */
const WEAK =
  /^(crema|hidratante|humectante|lubricante|limpiadora?|base liquida|media|te|test|vaso|barra|lip|nan)$/

/** Folded beginnings of words in categories of goods that are no medicines. */
const GOODS_CATEGORIES = beginningsOf(
  `cosmet dermocosm perfum higien tocador belleza maquillaj cuidado_(personal|bucal|capilar|facial|corporal|dental|de_la_piel|del_cabello)
  capilar aseo bebe infantil maternidad panal aliment nutricion lacteo confit golosin bebida accesori dispositiv insumo ortoped equip
  instrumental algodon gasa cintas?_adhesiva yeso tablilla guante dental oral_b bijouter fragancia solar shampoo desodorant jabon
  toalla prueba_embarazo test hogar regalo libreria mascota veterinari hombre mujer depila una agua_y limpieza sexual`,
)

/** Folded beginnings of words in categories and therapeutic actions of medicines, whatever their condition. */
const MEDICINE_CATEGORIES = beginningsOf(
  `medicament farmac(o|eutic) etico generic recet analges antipir antiinf antigrip antihist antialerg alergi antitus expector mucolit
  descongest laxant antiacid antiulcer antiespas antiemet antivert antidiarr antisept antimicot fungicid dermatolog oftalm otic otolog
  vitaminoter relajant antigot osteo antirreumat urolog ginecolog sedant digestiv cardio diabet resfri dolor fiebre salud_mental
  respirator antiinfec medicinas? drogas?`,
)

/** Folded names that people enter in place of a category or laboratory. */
const PLACEHOLDER = /^(|sin .*|otros?|varios|general|n\/?a|\.|-|bodega.*|no aplica|ajuste.*|temporales)$/

export const isPlaceholder = (name: string) => PLACEHOLDER.test(fold(name))

const MEDICINE_REGISTER = /^[fb]\W?\d/

export type Goods = {
  /** Whether the name says that it is no medicine: `sure` even beside a strength or a form. */
  named: 'sure' | 'weak' | undefined
  category: 'goods' | 'medicine' | undefined
  hasMedicineRegister: boolean
}

/** Reads whether a product is a medicine or another good. */
export function readGoods(product: SaleFacts): Goods {
  const found = fold(product.tradename).match(GOODS_WORDS) ?? []
  const category = isPlaceholder(product.category) ? '' : fold(product.category)
  const isGoods = GOODS_CATEGORIES.test(category)
  const isMedicine = MEDICINE_CATEGORIES.test(`${category} ${fold(product.therapeuticAction)}`)
  return {
    named: found.length === 0 ? undefined : found.every((word) => WEAK.test(word)) ? 'weak' : 'sure',
    category: isMedicine && !isGoods ? 'medicine' : isGoods ? 'goods' : undefined,
    hasMedicineRegister: MEDICINE_REGISTER.test(fold(product.healthRegister)),
  }
}

function beginningsOf(words: string): RegExp {
  return new RegExp(`\\b(${alternativesOf(words)})`)
}

/** Words and phrases, `_` in place of their spaces; the longest first, so that 'crema de manos' isn't taken for 'crema'. */
function alternativesOf(words: string): string {
  return words
    .trim()
    .split(/\s+/)
    .toSorted((a, b) => b.length - a.length)
    .join('|')
    .replaceAll('_', ' ')
}
