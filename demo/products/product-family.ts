import type { ImageShape } from '../images.ts'

/** D: venta directa. R: receta simple. Ret: receta retenida. */
export type Access = 'D' | 'R' | 'Ret'

/** Laboratory (its short name), content, price in pesos. A bare number counts the form's units. */
export type Pack = readonly [laboratory: string, quantity: number | string, price: number]

/** Something that the demo sells, and the packs it comes in. */
export interface ProductFamily {
  readonly category: string
  /** Active ingredient, or what it is when it has none. */
  readonly name: string
  readonly strength: string
  /** Forma farmacéutica; empty for what is no medicine. */
  readonly form: string
  readonly access: Access
  readonly shape: ImageShape
  readonly packs: readonly Pack[]
  /** The colour of the vessel, where an image shows one. */
  readonly tint?: string
  /** A cosmetic has a register of its own kind; nappies and thermometers have none. */
  readonly register?: 'F' | 'C' | ''
}

type Of = (
  category: string,
) => (name: string, strength: string, access: Access, packs: readonly Pack[], form?: string) => ProductFamily

export const tablets: Of =
  (category) =>
  (name, strength, access, packs, form = 'comprimidos') => ({
    category,
    name,
    strength,
    form,
    access,
    shape: form.startsWith('cápsulas') ? 'capsules' : 'tablets',
    packs,
  })

type Shaped = (
  category: string,
) => (
  shape: ImageShape,
  name: string,
  strength: string,
  form: string,
  access: Access,
  packs: readonly Pack[],
) => ProductFamily

export const medicine: Shaped = (category) => (shape, name, strength, form, access, packs) => ({
  category,
  name,
  strength,
  form,
  access,
  shape,
  packs,
})

/** What is no medicine: `register` C for cosmetics, else none. */
export const article =
  (category: string, register: 'C' | '' = '') =>
  (
    shape: ImageShape,
    name: string,
    strength: string,
    packs: readonly Pack[],
    tint = '#fbfcfb',
  ): ProductFamily => ({
    category,
    name,
    strength,
    form: '',
    access: 'D',
    shape,
    packs,
    tint,
    register,
  })
