/** Every cookie of this name, in order. Programs on another port of this host may set one of our name too. */
export function cookiesNamed(header: string | undefined, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}

/** HttpOnly and SameSite=Lax always; `seconds` 0 takes it away. */
export function cookie(
  name: string,
  value: string,
  options: { path: string; seconds: number; secure: boolean },
): string {
  const secure = options.secure ? '; Secure' : ''
  return `${name}=${value}; Path=${options.path}; HttpOnly; SameSite=Lax; Max-Age=${options.seconds}${secure}`
}
