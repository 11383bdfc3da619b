import { fold } from './text.ts'

/** The drawings of categories. The beginnings of words in a category's name choose one; the first match counts. */
const WORDS = {
  baby: 'bebe infantil panal maternidad lactancia pediatr',
  teeth: 'dental bucal dient oral',
  eye: 'ojo oftalm ocul vista',
  skin: 'derm piel cosm solar belleza crema',
  hygiene: 'higien capilar cabello shampoo jabon cuidado aseo tocador',
  heart: 'cardio presion hipert corazon colester circula',
  sugar: 'diabet gluc insulin tiroid endocr hormon metabol',
  stomach: 'digest gastr estomag antiacid laxant intestin',
  cold: 'resfri gripe alerg respir tos antigrip bronc asma garganta nasal',
  germ: 'infec antiinfec antibio antimic hongo antiparas viral',
  mind: 'mental nervios psiq ansi sueno neuro animo cerebr',
  intimate: 'sexual anticon intim preserv ginec mujer',
  vitamin: 'vitamin suplement nutric natural mineral deport',
  'first-aid': 'auxili primeros botiquin curacion aposit insumo venda herida equipo',
  pain: 'dolor fiebre analges antiinflam muscul migra',
} as const

export type CategoryDrawing = keyof typeof WORDS | 'box'

const drawings = Object.entries(WORDS).map(([drawing, words]) => ({
  drawing: drawing as keyof typeof WORDS,
  pattern: new RegExp(`\\b(${words.replaceAll(' ', '|')})`),
}))

export const CATEGORY_DRAWINGS: readonly CategoryDrawing[] = [
  ...drawings.map(({ drawing }) => drawing),
  'box',
]

/** The drawing that fits a category's name; a box where nothing is known. */
export function categoryDrawing(name: string): CategoryDrawing {
  const folded = fold(name)
  return drawings.find(({ pattern }) => pattern.test(folded))?.drawing ?? 'box'
}
