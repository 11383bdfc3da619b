import type { User } from '#contract/users.ts'
import { formatPhone } from '#domain/phone.ts'
import type { ShippingDetails } from './submit-order.ts'

const EMPTY: ShippingDetails = {
  name: '',
  lastName: '',
  address: '',
  city: '',
  postalCode: '',
  phone: '',
  email: '',
}

export const SHIPPING_FIELDS = Object.keys(EMPTY) as (keyof ShippingDetails)[]

/** The fields that the address of an earlier order fills in. */
export const ADDRESS_FIELDS = ['address', 'city', 'postalCode'] as const

/** The shipping details that the profile already has. */
export const fromProfile = (profile: User | null): ShippingDetails =>
  profile === null
    ? EMPTY
    : {
        ...EMPTY,
        name: profile.name,
        lastName: profile.lastname,
        phone: formatPhone(profile.cellphone || profile.phone),
        email: profile.email,
      }
