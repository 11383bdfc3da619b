import type { BankStatement, Payment, PaymentReturn } from '#contract/payments.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { type Listing, loadListing } from '../../listing/listing.ts'
import { readState } from '../../listing/url-state.ts'
import { type Counts, firstWaiting, GROUPS, type Group, PAYMENTS, WAITING_GROUPS } from './payment-groups.ts'

export type LoadedPayments = {
  group: Group
  counts: Counts
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

/** Loads the URL's group of transfers, the counts of the groups, and the statements. */
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
  async function count(group: Group): Promise<number> {
    const { state } = GROUPS[group]
    if (!state) return (await browserApi.readOpenTasks({ signal })).data.pendingReturns
    if (!WAITING_GROUPS.includes(group)) return 0
    const query = { state, statement, pageSize: 1, page: 1 }
    return (await browserApi.listPayments({ query, signal })).total
  }
  const counting = Promise.all(
    (Object.keys(GROUPS) as Group[]).map(async (group) => [group, await beside(() => count(group), 0)]),
  )
  const newest = { pageSize: MAX_STATEMENTS, page: 1 }
  const statements = beside(async () => (await browserApi.listStatements({ query: newest, signal })).data, [])
  const counts: Counts = Object.fromEntries(await counting)
  const stays = lastShown?.url === request.url && counts[lastShown.group] > 0 && lastShown.group
  const group = asked || stays || firstWaiting(counts)
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
    ...{ group, counts, statements: await statements },
    payments: (await payments) ?? undefined,
    returns: await returns,
  }
}
