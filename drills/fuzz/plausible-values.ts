/** Values that a field may have, so that a request with one hostile field reaches the code behind the others. */
import { PASSWORD } from '#tests/factories.ts'
import type { Random } from './random.ts'

/** Rows of the shop that requests may name. */
export type Facts = {
  users: string[]
  products: string[]
  orders: string[]
  others: string[]
  /** Names of stored images. */
  images: string[]
}

type Make = (random: Random, facts: Facts) => unknown

const anyId: Make = (random, facts) =>
  random.pick([...facts.users, ...facts.products, ...facts.orders, ...facts.others])

const items: Make = (random, facts) =>
  Array.from({ length: 1 + random.below(3) }, () => ({
    productId: random.pick(facts.products),
    quantity: 1 + random.below(3),
  }))

const BY_NAME: Record<string, Make> = {
  id: anyId,
  userId: (random, { users }) => random.pick(users),
  user: (random, { users }) => random.pick(users),
  cart: (random, { users }) => random.pick(users),
  productId: (random, { products }) => random.pick(products),
  items,
  products: items,
  data: (_, { others }) => others.slice(0, 3).map((_id, at) => ({ _id, position: at + 1 })),
  photo: (random, { images }) => random.pick(images),
  file: (random, { images }) => random.pick(images),
  // A new account each time, so that nobody's session ends.
  email: (random) => `${random.text(12)}@fuzz.cl`,
  password: () => PASSWORD,
  repeat_password: () => PASSWORD,
  confirmPassword: () => PASSWORD,
  token: (random) => random.text(43),
  rut: () => '12.345.678',
  phone: () => '221234567',
  cellphone: () => '912345678',
  postalCode: () => '7750000',
  gender: () => 'FEMENINO',
  role: (random) => random.pick(['Cliente', 'Marketing']),
  category: () => 'Simulacro',
  laboratory: () => 'Laboratorio Simulacro',
  categoryName: (random) => `Categoría ${random.text(6)}`,
  tradename: (random) => `Producto ${random.text(6)}`,
  barcode: (random) => random.text(12),
  status: (random) => random.pick([true, 'Activo']),
  state: (random) => random.pick([true, 'pending', 'delivered', 'cancelled']),
  day: () => 17,
  month: () => 5,
  year: () => 1990,
  birthdate: () => '1990-05-17',
  cost: (random) => random.below(100_000),
  stock: (random) => random.below(1_000),
  discount: (random) => random.below(100),
  quantity: () => '30 comprimidos',
  page: () => 1,
  pageSize: () => 10,
  search: (random) => random.pick(['producto', 'ana', '1001']),
  width: (random) => random.pick([100, 320, 640]),
  typeForm: () => 'contact',
  message: () => 'Necesito saber el precio de esta receta, por favor.',
  website: () => '',
  version: (random) => random.pick(['1-10', '0']),
  prescription: () => false,
  directSale: () => false,
}

export function plausible(name: string, random: Random, facts: Facts): unknown {
  return (BY_NAME[name] ?? (() => 'Ana Soto'))(random, facts)
}
