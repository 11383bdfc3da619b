/** The board's periods: so many days, today being the last (docs/product.md#board). */
export const BOARD_PERIODS = [1, 7, 30] as const
export type BoardPeriod = (typeof BOARD_PERIODS)[number]
