"""The public names and the modules they come from; `__init__.py` imports each at its first use."""

from kinegraph.share.contents import PageContent as PageContent
from kinegraph.share.contents import creature_content as creature_content
from kinegraph.share.contents import motion_content as motion_content
from kinegraph.share.contents import sets_content as sets_content
from kinegraph.share.page import page_html as page_html
from kinegraph.share.page import save_page as save_page
