import { fold } from '../text.ts'

/** Folded words by which lists name goods that are no medicines: cosmetics, hygiene, food, devices, perfumes. */
const GOODS =
  /\b(shampoo|champu|acondicionador|jabon|jaboncillo|desodorante|antitranspirante|perfume|colonia|edt|edp|panal(es)?|toallas?|toallitas?|tampon(es)?|protector(es)? diario|cepillo|pasta dental|crema dental|dentifric[oa]|hilo dental|enjuague bucal|seda dental|protector solar|bloqueador|fps|spf|bronceador|autobronceante|labial|lip|balsamo labial|maquillaje|esmalte|quitaesmalte|tinte|tintura capilar|coloracion|rimel|mascara de pestanas|delineador|base liquida|corrector|rubor|polvo compacto|sombra|crema (de )?(manos|facial|corporal|cuerpo|pies|dia|noche|afeitar|peinar)|hidratante|humectante|antiarrugas?|arrugas|antiedad|anti age|antiage|exfoliante|limpiadora?|desmaquillante|micelar|tonico facial|serum|contorno|depilatori[oa]|cera depilatoria|afeitar|afeitadora|rasuradora|espuma de afeitar|gel de bano|gel fijador|fijador|laca|peine|peineta|colet|cole|pinche|mamadera|chupete|mordedor|vaso|plato|juguete|peluche|mamila|biberon|sacaleche|leche|formula infantil|nan|nido|similac|enfamil|ensure|pediasure|glucerna|galletas?|chocolate|caramelo|bebida|jugo|agua mineral|te|infusion|cafe|snack|cereal|barra|miel|endulzante|stevia|sucralosa|termometro|tensiometro|oximetro|nebulizador|glucometro|tiras reactivas|lancetas?|jeringas?|agujas?|guantes?|mascarillas?|gasas?|algodon|vendas?|venda|parche curita|curitas?|parchecitos|aposito|tela adhesiva|cinta adhesiva|micropore|preservativos?|condon(es)?|lubricante|test|prueba de embarazo|baston|muletas?|silla|andador|cabestrillo|munequera|rodillera|tobillera|faja|media|medias|panty|calcetin|plantilla|cojin|bolsa|guatero|cotonitos|cotones|pilas?|vela|repelente|insecticida|detergente|cloro|papel|servilletas?|lentes|esponja|tijera|cortauna|lima de una|pinza|espejo|accesorio|perro|gato|mascota|colonia|talco|crema|locion corporal|crema corporal|emulsion corporal|aceite corporal|aceite emulsionado)\b/

/** Words that name a good only where nothing else names a medicine: creams and the like are sold as both. */
const WEAK =
  /^(crema|hidratante|humectante|lubricante|limpiadora?|base liquida|media|te|test|vaso|barra|lip|nan|media)$/

/** Folded beginnings of words in categories of goods that are no medicines. */
const GOODS_CATEGORIES =
  /\b(cosmet|dermocosm|perfum|higien|tocador|belleza|maquillaj|cuidado (personal|bucal|capilar|facial|corporal|dental|de la piel|del cabello)|capilar|aseo|bebe|infantil|maternidad|panal|aliment|nutricion|lacteo|confit|golosin|bebida|accesori|dispositiv|insumo|ortoped|equip|instrumental|algodon|gasa|cintas? adhesiva|yeso|tablilla|guante|dental|oral b|bijouter|fragancia|solar|shampoo|desodorant|jabon|toalla|prueba embarazo|test|hogar|regalo|libreria|mascota|veterinari|hombre|mujer|depila|una|agua y|limpieza|sexual)/

/** Folded words in categories and therapeutic actions of medicines, whatever their condition. */
const MEDICINE_CATEGORIES =
  /\b(medicament|farmac(o|eutic)|etico|generic|recet|analges|antipir|antiinf|antigrip|antihist|antialerg|alergi|antitus|expector|mucolit|descongest|laxant|antiacid|antiulcer|antiespas|antiemet|antivert|antidiarr|antisept|antimicot|fungicid|dermatolog|oftalm|otic|otolog|vitaminoter|relajant|antigot|osteo|antirreumat|urolog|ginecolog|sedant|digestiv|cardio|diabet|resfri|dolor|fiebre|salud mental|respirator|antiinfec|medicinas?|drogas?)/

/** Laboratories that make medicines only, folded. */
const MEDICINE_LABORATORIES =
  /\b(genericos?|saval|pasteur|bago|recalcine|tecnofarma|pharma investi|royal ?pharma|labomed|synthon|silesia|seven pharma|mintlab|hospifarma|andromaco|eurofarma|etex|boehringer|raffo|grunenthal|galenicum|ethon|d&m pharma|chemopharma|astrazeneca|pfizer|novartis|sanofi|roche|merck|sanitas|prater|opko|ascend|teva|sandoz|msd|gador|drugtech|laboratorio chile|lab chile|medipharm|axon|itf|faes|alcon|allergan|abbott laborator|novo nordisk|lilly|servier|takeda|biosano|volta|instituto sanitas|bestpharma|difem|fresenius|b ?braun|deutsche pharma|pharmatrade|laboratorios andromaco)\b/

/** Folded names that people enter in place of a category or laboratory. */
const PLACEHOLDER = /^(|sin .*|otros?|varios|general|n\/?a|\.|-|bodega.*|no aplica|ajuste.*|temporales)$/

export const isPlaceholder = (name: string) => PLACEHOLDER.test(fold(name))

const MEDICINE_REGISTER = /^[fb]\W?\d/

export type Goods = {
  /** Whether the name says that it is no medicine: `sure` even beside a strength or a form. */
  named: 'sure' | 'weak' | undefined
  category: 'goods' | 'medicine' | undefined
  isMedicineLaboratory: boolean
  hasMedicineRegister: boolean
}

/** Reads from folded texts whether a product is a medicine or another good. */
export function readGoods(product: {
  tradename: string
  category: string
  therapeuticAction: string
  laboratory: string
  healthRegister: string
}): Goods {
  const found = product.tradename.match(new RegExp(GOODS, 'g')) ?? []
  const category = isPlaceholder(product.category) ? '' : product.category
  const isGoods = GOODS_CATEGORIES.test(category)
  const isMedicine = MEDICINE_CATEGORIES.test(`${category} ${product.therapeuticAction}`)
  return {
    named: found.length === 0 ? undefined : found.every((word) => WEAK.test(word)) ? 'weak' : 'sure',
    category: isMedicine && !isGoods ? 'medicine' : isGoods ? 'goods' : undefined,
    isMedicineLaboratory: MEDICINE_LABORATORIES.test(product.laboratory),
    hasMedicineRegister: MEDICINE_REGISTER.test(product.healthRegister),
  }
}
