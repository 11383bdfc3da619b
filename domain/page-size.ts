/** The page sizes of a list in rows. */
export const PAGE_SIZES = [10, 25, 50] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** Customers' lists have the smallest page, the back office's the next one until somebody chooses another. */
export const DEFAULT_PAGE_SIZE: PageSize = PAGE_SIZES[0]
export const OFFICE_PAGE_SIZE: PageSize = PAGE_SIZES[1]

export const isPageSize = (number: number): number is PageSize => PAGE_SIZES.some((size) => size === number)
