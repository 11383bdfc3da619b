export const readPayer = (_description: string): { name: string; rut: string } => ({ name: '', rut: '' })
