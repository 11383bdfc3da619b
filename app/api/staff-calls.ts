import { calls } from 'virtual:staff-calls'
import { addCalls } from './client.ts'

// Before the loader of any private screen runs (require-role.ts). The storefront's first load has the other calls only.
addCalls(calls)
