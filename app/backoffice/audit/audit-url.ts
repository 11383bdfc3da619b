import { href } from 'react-router'
import { changedParams } from '../../listing/screen-url.ts'
import type { AuditFilters } from './audit-filters.ts'

/** The parameters of a page: the entry before or after which it is. Another filter starts with the newest entries. */
export const FIRST_PAGE = { antes: '', despues: '' } as const

/** the URL of the audit: the present one with other filters on the first page, or with another page. */
export const auditUrl = (
  change: Partial<AuditFilters & Record<keyof typeof FIRST_PAGE, string>>,
  present = new URLSearchParams(),
) => `${href('/dashboard/activity')}?${changedParams(present, { ...FIRST_PAGE, ...change })}`
