import { href } from 'react-router'
import type { Product } from '#contract/products.ts'
import { gtin13 } from '#domain/barcodes.ts'
import { discountedPrice } from '#domain/price.ts'
import { readableName } from '#domain/readable-name.ts'
import { productUrl } from '#domain/screen-urls.ts'
import { imageFile, imageUrl } from '../../ui/image-url.ts'
import { categoryUrl } from '../shop/shop-links.ts'

export const crumbsOf = ({ _id, category, tradename }: Product) => [
  { name: 'Inicio', to: href('/') },
  { name: 'Tienda', to: href('/tienda') },
  { name: category, to: categoryUrl(category) },
  { name: readableName(tradename), to: productUrl(_id) },
]

/** The path of a product's photo at its largest width; undefined without a photo. */
export const photoPath = ({ photo }: Product) =>
  photo ? imageFile(imageUrl('product', photo), 960) : undefined

/** A product and its breadcrumbs as structured data of schema.org. A product without a price and a retired one have no offer. */
export function productData(product: Product, origin: string) {
  const { tradename, dcm, barcode, laboratory, category, cost, discount, stock } = product
  const url = origin + productUrl(product._id)
  const photo = photoPath(product)
  return [
    {
      '@type': 'Product',
      name: readableName(tradename),
      description: dcm || undefined,
      image: photo && origin + photo,
      sku: product._id,
      gtin13: gtin13(barcode),
      brand: { '@type': 'Brand', name: laboratory },
      category,
      offers:
        cost > 0 && !product.retired
          ? {
              '@type': 'Offer',
              url,
              price: Math.round(discountedPrice(cost, discount)),
              priceCurrency: 'CLP',
              itemCondition: 'https://schema.org/NewCondition',
              availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
            }
          : undefined,
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: crumbsOf(product).map(({ name, to }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: origin + to,
      })),
    },
  ]
}
