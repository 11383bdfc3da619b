/** The board's periods in days, each ending with today. */
export const BOARD_PERIODS = [1, 7, 30] as const
export type BoardPeriod = (typeof BOARD_PERIODS)[number]
