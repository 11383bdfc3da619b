import { calls } from 'virtual:staff-calls'
import { addCalls } from './client.ts'

// Imported by require-role.ts, so that private screens have the staff's calls and the storefront's first load doesn't.
addCalls(calls)
