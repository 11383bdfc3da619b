/** The roles of users. */
export const ROLES = ['Administrador', 'Cliente', 'Marketing'] as const
export type Role = (typeof ROLES)[number]

export const STAFF_ROLES = ['Administrador', 'Marketing'] as const satisfies readonly Role[]
export type StaffRole = (typeof STAFF_ROLES)[number]

export const GENDERS = ['MASCULINO', 'FEMENINO'] as const

/** The file name of the photo of users who have none. */
export const DEFAULT_PHOTO = 'user-icon.png'
