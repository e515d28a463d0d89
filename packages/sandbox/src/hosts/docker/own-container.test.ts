import { expect, test } from 'vitest'
import { ownContainerId } from './own-container.ts'

const ID = 'ab12'.repeat(16)

test('the container is known by the files that its engine mounts, whatever its host name', () => {
  const docker = `712 690 8:1 /var/lib/docker/containers/${ID}/hostname /etc/hostname rw,relatime - ext4 /dev/sda1 rw`
  expect(ownContainerId(docker, 'my-server')).toBe(ID)
  const podman = `88 70 0:5 /overlay-containers/${ID}/userdata/resolv.conf /etc/resolv.conf rw - tmpfs tmpfs rw`
  expect(ownContainerId(podman, 'my-server')).toBe(ID)
})

test('without those a host name that is an id is believed, and another is none', () => {
  expect(ownContainerId('22 1 8:1 / / rw - ext4 /dev/sda1 rw', 'ab12ab12ab12')).toBe('ab12ab12ab12')
  expect(ownContainerId('22 1 8:1 / / rw - ext4 /dev/sda1 rw', 'laptop')).toBeUndefined()
})
