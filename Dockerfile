# Roundhouse as an image: built with everything checked by its hash, run by nobody in particular, from files that it can't change.
# See docs/server.md, "As containers".
FROM debian:12-slim AS build
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev python3-dev python3-venv \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements.txt requirements-build.txt ./
RUN python3 -m venv /tools \
  && /tools/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements-build.txt \
  && /tools/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --require-hashes -r requirements.txt --wheel-dir /wheels
COPY . .
RUN /tools/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels . \
  && python3 -m venv --copies --without-pip /opt/roundhouse \
  && /tools/bin/pip --python /opt/roundhouse/bin/python install --no-cache-dir --no-compile --no-deps --no-index /wheels/*.whl \
  && find /opt/roundhouse -name tests -type d -prune -exec rm -rf {} + \
  && find /opt/roundhouse -name '*.so*' -type f -exec strip --strip-unneeded {} +

FROM debian:12-slim
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates python3-minimal libpython3-stdlib \
  && rm -rf /var/lib/apt/lists/* /usr/share/doc /usr/share/man \
  && useradd --system --uid 10001 --home-dir /var/lib/roundhouse --create-home --shell /usr/sbin/nologin roundhouse
COPY --from=build /opt/roundhouse /opt/roundhouse
ENV PATH=/opt/roundhouse/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 HOME=/var/lib/roundhouse
USER 10001
WORKDIR /var/lib/roundhouse
VOLUME /var/lib/roundhouse
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["python", "-c", \
  "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/health', timeout=4)"]
ENTRYPOINT ["roundhouse"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080"]
