"""The page in a real browser: headless Chromium, driven by Playwright.

`visitor` is somebody at the page, `conftest` gives tests one; everything else is as in the tests
around. Without a browser on the machine these tests are skipped.
"""
