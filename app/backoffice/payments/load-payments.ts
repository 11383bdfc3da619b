import type { BankStatement, Payment, PaymentReturn } from '#contract/payments.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { type Listing, loadListing } from '../../listing/listing.ts'
import { readState } from '../../listing/url-state.ts'
import {
  firstWaiting,
  GROUPS,
  type Group,
  isWaiting,
  PAYMENTS,
  WAITING_GROUPS,
  type WaitingCounts,
} from './payment-groups.ts'

export type LoadedPayments = {
  group: Group
  counts: WaitingCounts
  /** The number of orders whose money is still to be given back. */
  pendingReturns: number
  /** The newest statements. */
  statements: BankStatement[]
  payments: Listing<Payment> | undefined
  returns: Listing<PaymentReturn> | undefined
}

/**
 * The last group shown for a URL without a group. It stays until its last transfer is decided, even if other transfers become
 * sure meanwhile.
 */
let lastShown: { url: string; group: Group } | undefined

/** The most statements that the filter offers. */
const MAX_STATEMENTS = 100

/** Loads the URL's group of transfers, the number of transfers in each waiting group, and the statements. */
export async function loadPayments(request: Request): Promise<LoadedPayments> {
  const { signal } = request
  const { group: asked, statement } = readState(PAYMENTS.filters, new URL(request.url).searchParams)
  const waiting = countWaiting(statement, signal)
  const statements = loadStatements(signal)
  const pendingReturns = countReturns(signal)
  const group = asked || staysIn(request.url, await waiting) || firstWaiting(await waiting)
  lastShown = { url: request.url, group }
  const { state } = GROUPS[group]
  const [payments, returns] = await Promise.all([
    state &&
      loadListing(
        request,
        ({ group: _, ...query }) => browserApi.listPayments({ query: { ...query, state }, signal }),
        PAYMENTS,
      ),
    state
      ? undefined
      : loadListing(
          request,
          ({ group: _, statement: __, ...query }) => browserApi.listReturns({ query, signal }),
          PAYMENTS,
        ),
  ])
  return {
    ...{ group, counts: await waiting, statements: await statements, pendingReturns: await pendingReturns },
    payments: payments ?? undefined,
    returns,
  }
}

const staysIn = (url: string, counts: WaitingCounts): Group | undefined =>
  lastShown?.url === url && countOf(lastShown.group, counts) > 0 ? lastShown.group : undefined

export const countOf = (group: Group, counts: WaitingCounts | undefined) =>
  counts && isWaiting(group) ? counts[group] : 0

/** The numbers on the groups' chips; 0 after a failed load, because the list shows the same failure. */
async function countWaiting(statement: string | undefined, signal: AbortSignal): Promise<WaitingCounts> {
  const totals = await Promise.all(
    WAITING_GROUPS.map(async (group) => {
      const query = { state: GROUPS[group].state, statement, pageSize: 1, page: 1 }
      try {
        return [group, (await browserApi.listPayments({ query, signal })).total] as const
      } catch (error) {
        if (!signal.aborted) await refusalOf(error)
        return [group, 0] as const
      }
    }),
  )
  return Object.fromEntries(totals) as WaitingCounts
}

/** The number of pending returns; 0 after a failed load. */
async function countReturns(signal: AbortSignal): Promise<number> {
  try {
    return (await browserApi.readOpenTasks({ signal })).data.pendingReturns
  } catch (error) {
    if (!signal.aborted) await refusalOf(error)
    return 0
  }
}

async function loadStatements(signal: AbortSignal): Promise<BankStatement[]> {
  try {
    return (await browserApi.listStatements({ query: { pageSize: MAX_STATEMENTS, page: 1 }, signal })).data
  } catch (error) {
    if (!signal.aborted) await refusalOf(error)
    return []
  }
}
