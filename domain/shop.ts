export const SHOP_PAGE_SIZE = 12

/** Stands in place of a comma list of names for every category or supplier. */
export const ALL = 'all'
