import type { ImageShape } from './images.ts'

/** How a medicine is sold. D: directly. R: on prescription. Ret: the pharmacy retains the prescription. Ch: receta cheque. */
export type Access = 'D' | 'R' | 'Ret' | 'Ch'

export interface Pack {
  /** The supplier's short name. */
  readonly supplier: string
  /** The quantity: a number of units of the form (30 of `comprimidos`), or a text. */
  readonly quantity: number | string
  /** The price in pesos. */
  readonly price: number
}

/** Products that differ only in supplier, quantity and price. */
export interface ProductFamily {
  readonly category: string
  /** Active ingredient, or the article's name. */
  readonly name: string
  readonly strength: string
  /** Forma farmacéutica, empty for an article. */
  readonly form: string
  readonly access: Access
  readonly shape: ImageShape
  readonly packs: readonly Pack[]
  /** Colour of the container in the image. */
  readonly tint?: string
  /** Kept and delivered cold. */
  readonly cold?: boolean
  /** The register's kind. F: medicine. C: cosmetic. Nappies and thermometers have no register. */
  readonly register: 'F' | 'C' | ''
}

const shapeOfForm = {
  comprimidos: 'tablets',
  'comprimidos recubiertos': 'tablets',
  'comprimidos masticables': 'tablets',
  'comprimidos de liberación prolongada': 'tablets',
  cápsulas: 'capsules',
  jarabe: 'syrup',
  suspensión: 'syrup',
  'polvo para suspensión': 'syrup',
  'polvo para solución oral': 'sachets',
  gotas: 'dropper',
  crema: 'tube',
  gel: 'tube',
  ungüento: 'tube',
  aerosol: 'inhaler',
  'aerosol nasal': 'spray',
  solución: 'flask',
} as const satisfies Record<string, ImageShape>

type Medicine = readonly [
  name: string,
  strength: string,
  form: keyof typeof shapeOfForm,
  access: Access,
  packs: string,
]

export function medicines(
  category: string,
  rows: readonly Medicine[],
  others: Partial<Pick<ProductFamily, 'shape' | 'tint' | 'cold'>> = {},
): ProductFamily[] {
  return rows.map(([name, strength, form, access, packs]) => ({
    category,
    name,
    strength,
    form,
    access,
    shape: shapeOfForm[form],
    packs: readPacks(packs),
    register: 'F',
    ...others,
  }))
}

type Article = readonly [shape: ImageShape, name: string, strength: string, packs: string, tint?: string]

export function articles(category: string, register: 'C' | '', rows: readonly Article[]): ProductFamily[] {
  return rows.map(([shape, name, strength, packs, tint = '#fbfcfb']) => ({
    category,
    name,
    strength,
    form: '',
    access: 'D',
    shape,
    packs: readPacks(packs),
    tint,
    register,
  }))
}

/** Reads packs written as `Norte Grande 20 $2290, Quillay 15 ml $2000`. */
function readPacks(text: string): Pack[] {
  return text.split(', ').map((pack) => {
    const [, supplier, count, unit, price] = /^(\D+) (\d+)( \D+)? \$(\d+)$/.exec(pack) ?? []
    if (!supplier) throw new Error(`The demo can't read the pack "${pack}"`)
    return { supplier, quantity: unit ? count + unit : Number(count), price: Number(price) }
  })
}
