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
  type WaitingGroup,
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
  /** A part beside the list; empty after a failed load, because the list shows the same failure. */
  const beside = async <Part>(load: () => Promise<Part>, empty: Part): Promise<Part> => {
    try {
      return await load()
    } catch (error) {
      if (!signal.aborted) await refusalOf(error)
      return empty
    }
  }
  const countWaiting = async (group: WaitingGroup) => {
    const query = { state: GROUPS[group].state, statement, pageSize: 1, page: 1 }
    return [group, await beside(async () => (await browserApi.listPayments({ query, signal })).total, 0)]
  }
  const waiting = Promise.all(WAITING_GROUPS.map(countWaiting)).then(
    (totals): WaitingCounts => Object.fromEntries(totals),
  )
  const newest = { pageSize: MAX_STATEMENTS, page: 1 }
  const statements = beside(async () => (await browserApi.listStatements({ query: newest, signal })).data, [])
  const pendingReturns = beside(
    async () => (await browserApi.readOpenTasks({ signal })).data.pendingReturns,
    0,
  )
  const group = asked || staysIn(request.url, await waiting) || firstWaiting(await waiting)
  lastShown = { url: request.url, group }
  const { state } = GROUPS[group]
  const payments =
    state &&
    loadListing(
      request,
      ({ group: _, ...query }) => browserApi.listPayments({ query: { ...query, state }, signal }),
      PAYMENTS,
    )
  const returns = state
    ? undefined
    : loadListing(
        request,
        ({ group: _, statement: __, ...query }) => browserApi.listReturns({ query, signal }),
        PAYMENTS,
      )
  return {
    ...{ group, counts: await waiting, statements: await statements, pendingReturns: await pendingReturns },
    payments: (await payments) ?? undefined,
    returns: await returns,
  }
}

const staysIn = (url: string, counts: WaitingCounts): Group | undefined =>
  lastShown?.url === url && countOf(lastShown.group, counts) > 0 ? lastShown.group : undefined

export const countOf = (group: Group, counts: WaitingCounts | undefined) =>
  counts && isWaiting(group) ? counts[group] : 0
