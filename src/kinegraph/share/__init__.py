"""Shared pages: motion that leaves the studio as one HTML file, which plays and can be performed without it.

`contents` says what a page carries, `page` writes it. The script of all pages is built from `web/src/share`
into `player`. It imports the features, `runtime` and `scenes`.
"""

from kinegraph.lazy_names import offer_names

offer_names(__name__)
