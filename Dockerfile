# The steps of README on Debian 13: docker build -t queens . && docker run --rm -it queens
FROM debian:13
RUN apt-get update && apt-get install --yes git make python3 python3-venv
COPY . /queens
WORKDIR /queens
RUN make compare
ENV PATH=/queens/.venv/bin:$PATH
CMD ["bash"]
