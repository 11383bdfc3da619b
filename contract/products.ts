import { z } from 'zod'
import { MAX_NAMES } from '#domain/name-list.ts'
import { SALE_CONDITIONS } from '#domain/sale-condition.ts'
import { defineCall } from './call.ts'
import {
  booleanField,
  created,
  data,
  imageQuery,
  list,
  listedName,
  MAX_PRICE,
  message,
  pageQuery,
  percent,
  price,
  requiredText,
  text,
  units,
  wholeNumber,
} from './fields.ts'
import type { ProductField } from './product-fields.ts'
import { PRODUCT_SORTS, productFilters } from './product-filters.ts'

// Defined in the domain, so that the browser can import them without zod.
export { ALL, SHOP_PAGE_SIZE } from '#domain/shop.ts'

/** A field of `PRODUCT_FIELDS` without a rule here fails to compile. */
type RuleOfEach = Record<ProductField, z.ZodType> & Record<string, z.ZodType>

/** A product. `cost` is in whole pesos before the discount; `discount` is a percentage. */
export const productSchema = z.object({
  _id: z.string(),
  barcode: z.string(),
  tradename: z.string(),
  category: z.string(),
  dcm: z.string(),
  laboratory: z.string(),
  healthRegister: z.string(),
  /** The units that can be sold; for administrators and connected systems all units on the shelf that aren't ordered. */
  stock: z.int(),
  /** For administrators and connected systems: the units that can be sold, of expired lots, and of recalled lots. */
  sellable: z.int().optional(),
  expired: z.int().optional(),
  recalled: z.int().optional(),
  /** Where lots are known, the expiry of the one that is sold first, `YYYY-MM-DD`; of a single product only. */
  expiresFrom: z.string().nullable().optional(),
  cost: z.int(),
  discount: z.number(),
  /** File name below `/api/products/image/`, or empty. */
  photo: z.string(),
  bioequivalent: z.boolean(),
  generic: z.boolean(),
  prescription: z.boolean(),
  directSale: z.boolean(),
  /** The condition of sale; `prescription` and `directSale` follow from it. */
  saleCondition: z.enum(SALE_CONDITIONS),
  /** Not for sale: the condition is unknown, and the ingredient is usually on prescription. */
  held: z.boolean(),
  form: z.string(),
  quantity: z.string(),
  legalWarning: z.string(),
  /** The code by which the pharmacy's own system knows the product; empty for none. */
  ownCode: z.string(),
  /** The purpose of a medicine, where its category doesn't say it. */
  therapeuticAction: z.string(),
  /** Kept and delivered cold. */
  coldChain: z.boolean(),
  /** Taken out of the shop by staff. */
  retired: z.boolean(),
  /** Identifies the state that was read; see `productBody.version`. */
  version: z.string(),
} satisfies RuleOfEach)
export type Product = z.infer<typeof productSchema>

/** A product in a list of the shop. */
export const productCard = productSchema
  .pick({
    _id: true,
    tradename: true,
    category: true,
    laboratory: true,
    dcm: true,
    photo: true,
    cost: true,
    discount: true,
    stock: true,
    bioequivalent: true,
    prescription: true,
    directSale: true,
    saleCondition: true,
    held: true,
    form: true,
    quantity: true,
  })
  .extend({
    /** Whether it can be bought now. Without another order, lists begin with such products. */
    buyable: z.boolean(),
  })
export type ProductCard = z.infer<typeof productCard>

export const CONTRADICTION = 'Un producto con receta no puede ser de venta directa.'

/** The product form's fields. */
const productFields = z.object({
  /** Several codes with commas between them when a product has several. */
  barcode: text(400).default(''),
  tradename: requiredText(300),
  dcm: text(200).default(''),
  form: text(80).default(''),
  laboratory: listedName,
  quantity: text(80).default(''),
  bioequivalent: booleanField.default(false),
  generic: booleanField.default(false),
  prescription: booleanField.default(false),
  directSale: booleanField.default(false),
  /** If sent, it counts more than `prescription` and `directSale`; if not, it follows from these two. */
  saleCondition: z.enum(SALE_CONDITIONS).optional(),
  healthRegister: text(40).default(''),
  legalWarning: text(1_000).default(''),
  /** If these three aren't sent, a product keeps its values. */
  ownCode: text(40).optional(),
  therapeuticAction: text(200).optional(),
  coldChain: booleanField.optional(),
  category: listedName,
  cost: price,
  discount: percent.default(0),
  stock: units,
  /**
   * The loaded product's version; after a change by somebody else the answer is PRODUCT_CHANGED with the current product.
   * Without a version, that answer comes only for another stock of a product that was ever ordered.
   */
  version: text(40).optional(),
} satisfies RuleOfEach)

export const productBody = productFields.refine((body) => !(body.prescription && body.directSale), {
  path: ['directSale'],
  message: CONTRADICTION,
  when: ({ value }) => {
    const { prescription, directSale, saleCondition } = value as Record<string, unknown>
    return typeof prescription === 'boolean' && typeof directSale === 'boolean' && saleCondition === undefined
  },
})
export type ProductForm = z.output<typeof productBody>
export type ProductValues = Required<Pick<ProductForm, ProductField>>

// Not rate limited: administrators enter whole catalogues.
const productUpload = { field: 'photo', kind: 'image', required: false } as const

/** A comma list of names. A name with a comma counts as two. */
const nameFilter = (tooMany: string) =>
  z
    .string()
    .max(8_000)
    .refine((list) => list.split(',').length <= MAX_NAMES, tooMany)

/** A product in the back office's list. */
const listedProduct = productSchema.extend({
  /** A discount that begins or ends by itself, days included; null without one. */
  datedDiscount: z.object({ discount: z.number(), from: z.string(), until: z.string() }).nullable(),
})
export type ListedProduct = z.infer<typeof listedProduct>

/** The sort orders of the shop's list. `relevance` needs a search and is its default; without a search the default is `name`. */
export const SHOP_ORDERS = ['relevance', 'name', 'price', 'unitPrice', 'discount'] as const

const count = z.int()
const namedCounts = z.object({
  /** The ten names with most products, and the chosen names. */
  top: z.array(z.object({ name: z.string(), products: count })),
  /** The number of all names. */
  total: count,
})

/** The number of products that each filter would leave. */
export const facets = z.object({
  inStock: count,
  onSale: count,
  bioequivalent: count,
  generic: count,
  noPrescription: count,
  /** The lowest and the highest discounted price, in pesos; null for an empty list. */
  price: z.object({ min: z.number(), max: z.number() }).nullable(),
  categories: namedCounts,
  laboratories: namedCounts,
})
export type Facets = z.infer<typeof facets>

/** The shop's filters and order, besides category, supplier and search. */
export const shopQuery = z.object({
  inStock: booleanField.optional(),
  onSale: booleanField.optional(),
  bioequivalent: booleanField.optional(),
  generic: booleanField.optional(),
  noPrescription: booleanField.optional(),
  /** Discounted price, pesos. */
  minPrice: wholeNumber(MAX_PRICE).optional(),
  maxPrice: wholeNumber(MAX_PRICE).optional(),
  order: z.enum(SHOP_ORDERS).optional(),
  /** Whether to search the words as typed, without correction. */
  exact: booleanField.optional(),
  /** Whether to answer the facets, too, or names to suggest while somebody types. */
  facets: booleanField.optional(),
  suggest: booleanField.optional(),
})

export const productCalls = {
  listProducts: defineCall('GET /products', {
    scopes: ['products:read'],
    summary: 'Lists the products, by trade name or another column.',
    query: pageQuery.extend(productFilters.shape).extend({
      sort: z.enum(PRODUCT_SORTS).optional(),
      direction: z.enum(['asc', 'desc']).optional(),
      /** The products with this barcode or own code, retired or not, and no others. */
      code: text(80).optional(),
    }),
    answer: list(listedProduct),
  }),
  createProduct: defineCall('POST /products/create-product', {
    summary: 'Creates a product.',
    body: productBody,
    upload: productUpload,
    answer: created,
    status: 201,
    errors: ['BARCODE_TAKEN', 'OWN_CODE_TAKEN'],
  }),
  updateProduct: defineCall('POST /products/update-product/:id', {
    summary: 'Changes a product.',
    body: productBody,
    upload: productUpload,
    answer: message,
    errors: ['BARCODE_TAKEN', 'OWN_CODE_TAKEN', 'PRODUCT_CHANGED'],
  }),
  listShop: defineCall('GET /products/category/:a/:b/:category/:supplier', {
    access: 'everyone',
    summary:
      'The shop: products of the named categories and suppliers, by trade name; with a search, the best first.',
    params: z.object({
      a: z.string(),
      b: z.string(),
      category: nameFilter(`Elige hasta ${MAX_NAMES} categorías.`),
      supplier: nameFilter(`Elige hasta ${MAX_NAMES} marcas.`),
    }),
    query: pageQuery.extend(shopQuery.shape),
    answer: data(
      z.object({
        products: z.array(productCard),
        total: z.int(),
        /** A search found more than `total`, which counts no further than 10,000. */
        more: z.literal(true).optional(),
        /** The search as it was corrected and answered; absent when it wasn't. */
        corrected: z.string().optional(),
        /** A brand that the shop doesn't have: its active ingredient was searched instead. A `combined` brand has several ingredients. */
        brand: z.object({ name: z.string(), ingredient: z.string(), combined: z.boolean() }).optional(),
        /** The typed words that were left out, because nothing has all words. */
        without: z.array(z.string()).optional(),
        /** If the query asks for `facets`. With `more` they count all products, without regard to the search. */
        facets: facets.optional(),
        /** If the query asks for `suggest`: names that match the search, the best first. */
        suggestions: z
          .object({ categories: z.array(z.string()), laboratories: z.array(z.string()) })
          .optional(),
      }),
    ),
  }),
  getProduct: defineCall('GET /products/:id', {
    access: 'everyone',
    summary: 'One product.',
    answer: data(productSchema),
  }),
  listAlternatives: defineCall('GET /products/:id/alternatives', {
    access: 'everyone',
    summary:
      'Products with the same active ingredient, strength and form, by price per unit, sold-out ones last.',
    // The server sends the texts of a card: code to read a pack's content would be a tenth of the page's scripts.
    answer: data(z.array(productCard.extend({ name: z.string(), unitPrice: z.string().optional() }))),
  }),
  exportProducts: defineCall('GET /products/export', {
    summary: "The products of the list, all of them or as filtered, in the format of the products' workbook.",
    query: productFilters.extend({
      /** A row for each lot, and one for the stock without a lot. */
      lots: booleanField.default(false),
    }),
    answer: 'spreadsheet',
  }),
  listProductsByCategory: defineCall('GET /products/category/:category', {
    summary: 'The products of one category.',
    params: z.object({ category: z.string().max(200) }),
    query: pageQuery,
    answer: list(productSchema),
  }),
  productImage: defineCall('GET /products/image/:photo', {
    access: 'everyone',
    summary: "A product's image.",
    query: imageQuery,
    answer: 'image',
  }),
}
