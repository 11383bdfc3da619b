/** The page sizes of a list in rows; the first is the default (docs/product.md#lists-of-the-back-office). */
export const PAGE_SIZES = [10, 25, 50] as const
export type PageSize = (typeof PAGE_SIZES)[number]
export const DEFAULT_PAGE_SIZE: PageSize = PAGE_SIZES[0]

export const isPageSize = (number: number): number is PageSize => PAGE_SIZES.some((size) => size === number)
