/** Products on a page of the shop (spec §9). */
export const SHOP_PAGE_SIZE = 12

/** In place of a comma list of names, every category or supplier (spec §4). */
export const ALL = 'all'
