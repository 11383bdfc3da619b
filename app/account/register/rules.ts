import { zodResolver } from '@hookform/resolvers/zod'
import { registrationBody } from '#contract/users.ts'

/** The register form's validation, in a file apart from the form so that the page shows before the rules have loaded. */
export const registrationResolver = zodResolver(registrationBody)
