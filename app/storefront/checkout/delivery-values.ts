import type { User } from '#contract/users.ts'
import type { DeliveryDetails } from './submit-order.ts'

const EMPTY: DeliveryDetails = {
  name: '',
  lastName: '',
  address: '',
  city: '',
  postalCode: '',
  phone: '',
  email: '',
}

export const DELIVERY_FIELDS = Object.keys(EMPTY) as (keyof DeliveryDetails)[]

/** The delivery details that the profile already has. */
export const fromProfile = (profile: User | null): DeliveryDetails =>
  profile === null
    ? EMPTY
    : {
        ...EMPTY,
        name: profile.name,
        lastName: profile.lastname,
        phone: profile.cellphone || profile.phone,
        email: profile.email,
      }
