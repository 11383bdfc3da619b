export const SHOP_PAGE_SIZE = 12

/** In place of a comma list of names: every category or supplier. */
export const ALL = 'all'
