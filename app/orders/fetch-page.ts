import { browserApi } from '../api/client.ts'

/** The image of a page of an order's prescription. */
export const fetchPage = (file: string, signal: AbortSignal) =>
  browserApi.orderPrescriptionImage({ params: { file }, signal })
