"""From light to bytes: the last step of a picture."""

from math import floor

from numba import njit


@njit(cache=True, nogil=True)
def tone_mapped(r, g, b, shoulder):
    """Rolls bright light off below white, keeping its hue until very bright; the rest is unchanged."""
    peak = max(r, g, b)
    if peak <= shoulder:
        return r, g, b
    room = 1.0 - shoulder
    shown = 1.0 - room * room / (peak + 1.0 - 2.0 * shoulder)
    scale = shown / peak
    pale = 1.0 - 1.0 / (0.2 * (peak - shown) + 1.0)
    return (
        r * scale + (shown - r * scale) * pale,
        g * scale + (shown - g * scale) * pale,
        b * scale + (shown - b * scale) * pale,
    )


@njit(cache=True, nogil=True)
def develop(light, samples, shoulder, first_row, out):
    """Tone-maps samples, averages each pixel's, and writes sRGB bytes with a fixed dither against banding.

    light: (R * samples, W * samples, 3) linear, a band of the picture.
    first_row: The band's first row of pixels in the picture: the dither's pattern runs through.
    out: (R, W, 3) bytes.
    """
    rows, width = out.shape[:2]
    for row in range(rows):
        for column in range(width):
            r = g = b = 0.0
            for sr in range(samples):
                for sc in range(samples):
                    s = light[row * samples + sr, column * samples + sc]
                    tr, tg, tb = tone_mapped(max(s[0], 0.0), max(s[1], 0.0), max(s[2], 0.0), shoulder)
                    r, g, b = r + tr, g + tg, b + tb
            share = 1.0 / (samples * samples)
            noise = 52.9829189 * ((0.06711056 * column + 0.00583715 * (first_row + row)) % 1.0) % 1.0
            out[row, column, 0] = _byte(r * share, noise)
            out[row, column, 1] = _byte(g * share, noise)
            out[row, column, 2] = _byte(b * share, noise)


@njit(cache=True, nogil=True)
def _byte(linear, noise):
    linear = min(max(linear, 0.0), 1.0)
    srgb = 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    return int(min(max(floor(srgb * 255.0 + noise), 0.0), 255.0))
