import { zodResolver } from '@hookform/resolvers/zod'
import { registrationBody } from '#contract/users.ts'

/** The register form's validation, apart from the form: the page shows before these rules have loaded. */
export const resolve = zodResolver(registrationBody)
