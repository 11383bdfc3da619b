import { zodResolver } from '@hookform/resolvers/zod'
import { registrationBody } from '#contract/users.ts'

/** The register form's rules (spec §5). Apart from the form, which is there to be read before they are needed. */
export const resolve = zodResolver(registrationBody)
