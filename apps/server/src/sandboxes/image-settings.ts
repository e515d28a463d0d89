import { readFileSync } from 'node:fs'
import type { ImageSettings } from '@deskhand/sandbox'
import type { Values } from '../settings/index.ts'

/** What the configuration says about the sandbox's image. */
export function imageSettings(values: Values, installId: string): ImageSettings {
  const { SANDBOX_IMAGE, APT_MIRROR, PIP_INDEX_URL, NPM_REGISTRY, EXTRA_CA_CERTS } = values
  const { HTTP_PROXY: http, HTTPS_PROXY: https, NO_PROXY: no } = values
  const proxies = {
    ...(http === undefined ? {} : { http }),
    ...(https === undefined ? {} : { https }),
    ...(no === undefined ? {} : { no }),
  }
  return {
    installId,
    baseImage: values.BASE_IMAGE,
    ...(SANDBOX_IMAGE === undefined ? {} : { image: SANDBOX_IMAGE }),
    ...(APT_MIRROR === undefined ? {} : { aptMirror: APT_MIRROR }),
    ...(PIP_INDEX_URL === undefined ? {} : { pipIndexUrl: PIP_INDEX_URL }),
    ...(NPM_REGISTRY === undefined ? {} : { npmRegistry: NPM_REGISTRY }),
    ...(EXTRA_CA_CERTS === undefined ? {} : { extraCaCerts: readFileSync(EXTRA_CA_CERTS, 'utf8') }),
    ...(Object.keys(proxies).length === 0 ? {} : { proxies }),
  }
}
